// The learner's page, made by the package and read into a document without a browser. PAGE names its file.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { beforeEach, test } from "node:test";
import { JSDOM } from "jsdom";

const html = readFileSync(process.env.PAGE, "utf8");
const KEY = "lessons:course-1";
let window, document, events;

function open(stored) {
  events = [];
  ({ window } = new JSDOM(html, {
    url: "http://127.0.0.1/s/course-1/lesson-1",
    runScripts: "dangerously",
    pretendToBeVisual: true,
    beforeParse(made) {
      made.IntersectionObserver = class { observe() {} disconnect() {} };
      made.scrollTo = () => {};
      if (stored) made.localStorage.setItem(KEY, JSON.stringify(stored));
      made.addEventListener("learner:checked", ({ detail }) => events.push(detail));
    },
  }));
  ({ document } = window);
}
const inputs = () => [...document.querySelectorAll("section.quiz .choices input")];
const button = (words) => [...document.querySelectorAll("section.quiz button")].find((candidate) => candidate.textContent === words);
const stored = () => JSON.parse(window.localStorage.getItem(KEY) ?? "{}")["lesson-1"];

beforeEach(() => open());

test("a choice for one answer is made of radio buttons", () => {
  assert.deepEqual(inputs().map((input) => input.type), ["radio", "radio"]);
});

test("the right answer is told, counted and kept in the browser", () => {
  inputs()[0].click();
  button("Check").click();

  assert.equal(document.querySelector("section.quiz").dataset.state, "right");
  assert.equal(stored().right.length, 1);
  assert.deepEqual(Object.values(stored().answers), [[0]]);
  const told = events.map(({ type, isRight, response }) => [type, isRight, [...response]]);
  assert.deepEqual(told, [["quiz", true, [0]]]);
});

test("a wrong answer is told with its feedback, and is not counted", () => {
  inputs()[1].click();
  button("Check").click();

  assert.equal(document.querySelector("section.quiz").dataset.state, "wrong");
  assert.match(document.querySelector("section.quiz [role=status]").textContent, /That pulls less/);
  assert.equal(stored().right.length, 0);
});

test("a question without an answer asks for one and keeps nothing", () => {
  button("Check").click();

  assert.equal(events.length, 0);
  assert.equal(document.querySelector("section.quiz").dataset.state, undefined);
});

test("what was answered before stands there again", () => {
  inputs()[0].click();
  button("Check").click();
  const before = { "lesson-1": stored() };
  open(before);

  assert.equal(inputs()[0].checked, true);
  assert.equal(document.querySelector("section.quiz").dataset.state, "right");
});

test("an unreadable progress is none, and the page works", () => {
  open();
  window.localStorage.setItem(KEY, "{broken");
  inputs()[0].click();
  button("Check").click();

  assert.equal(stored().right.length, 1);
});

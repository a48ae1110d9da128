// What the command palette finds, by what a person types.

import assert from "node:assert/strict";
import test from "node:test";

import { rank } from "../../workbench/widgets/app/fuzzy.js";

const ENTRIES = [
  ["Library", "Section"], ["Review", "Section"], ["Settings", "Section"], ["Trash", "Settings"], ["Audit log", "Settings"],
  ["Glossary", "Settings"], ["Create a lesson", "Command"], ["Create lessons from a list of topics", "Command"],
  ["Import a file", "Command"], ["Translate lessons", "Command"], ["Review lessons", "Command"],
  ["Invite a person", "Command"], ["Change the theme of learner pages", "Command"], ["Switch organization", "Command"],
].map(([text, where]) => ({ text, where }));

/** @param {string} query */
const first = (query) => rank(query, ENTRIES)[0]?.text;

test("the beginning of a word finds it, and a whole text comes before a longer one", () => {
  assert.deepEqual(["lib", "review", "org", "gloss"].map(first), ["Library", "Review", "Switch organization", "Glossary"]);
});

test("several words are found in any order, in the place of an entry too", () => {
  assert.deepEqual(
    ["lesson create", "person invite", "settings trash"].map(first), ["Create a lesson", "Invite a person", "Trash"],
  );
});

test("letters may be missing, and two may be swapped", () => {
  const typed = ["libary", "glosary", "audlog", "impf", "transalte", "reveiw", "invtie"];
  assert.deepEqual(typed.map(first), [
    "Library", "Glossary", "Audit log", "Import a file", "Translate lessons", "Review", "Invite a person",
  ]);
});

test("accents and capitals do not matter", () => {
  assert.equal(first("THÈME"), "Change the theme of learner pages");
});

test("words of lessons find no commands, so that lessons come first", () => {
  const words = ["tides", "moon", "diesel", "photosynthesis", "knots", "volcano", "fractions", "welding"];
  assert.deepEqual(words.flatMap((word) => rank(word, ENTRIES)), []);
});

test("without a query all are there, in their order", () => {
  assert.deepEqual(rank(" ", ENTRIES), ENTRIES);
});

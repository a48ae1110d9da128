// @ts-check
// Home: what needs attention, ways to begin, and sections of lines. A click goes up as a message.

import { closest, element, localTime, subscribe } from "../kit/dom.js";
import { initialize } from "../kit/late_start.js";

/**
 * @typedef {{ title: string, anchor: string }} Item
 * @typedef {{ kind: string, text: string, step: string, anchor: string, items: Item[], more: string }} Need
 * @typedef {{ title: string, text: string, step: string, anchor: string }} Card
 * @typedef {{
 *   title: string, detail: string, anchor: string, at: string, tag: string, share: number | null,
 * }} Line
 * @typedef {{ name: string, title: string, note: string, more: string, anchor: string, lines: Line[] }} Section
 * @typedef {{
 *   nothing: string, note: string, welcome: string, needs: Need[], cards: Card[], sections: Section[],
 * }} Shown
 * @typedef {{ state: Partial<Shown>, leads: boolean, disabled: boolean }} HomeState
 */

const EXAMPLE = "example";
const CAREFUL = new Set(["changesRequested", "lowCredits", "undecidedRuns", "stoppedRuns"]);

/** @param {string} text of a person, which keeps its own direction */
function makeText(text) {
  const made = element("bdi", "", text);
  made.dir = "auto";
  return made;
}

/** @param {string} title @param {string} name */
function makeSection(title, name) {
  const made = element("section", `wb-home-section wb-home-${name}`);
  const heading = element("h3", "wb-home-heading", title);
  made.setAttribute("aria-label", title);
  made.append(heading);
  return made;
}

/**
 * A button for a step; `key` finds it again when everything is drawn anew.
 * @param {string} anchor
 * @param {string} key
 * @param {string} className
 */
function makeStep(anchor, key, className) {
  const made = element("button", className);
  made.type = "button";
  made.dataset.anchor = anchor;
  made.dataset.key = key;
  return made;
}

/** @type {import("@anywidget/types").Render<HomeState>} */
function render({ model, el }) {
  el.classList.add("wb-home");

  /** @param {string} anchor whether a click on it does something */
  const isStep = (anchor) => anchor !== "" && (anchor === EXAMPLE || model.get("leads"));

  /**
   * A person's text that leads somewhere, or just the text.
   * @param {string} text
   * @param {string} anchor
   * @param {string} key
   */
  function makeTitle(text, anchor, key) {
    if (!isStep(anchor)) return makeText(text);
    const made = makeStep(anchor, key, "wb-home-title");
    made.append(makeText(text));
    return made;
  }

  /** @param {Need} need */
  function makeNeed(need) {
    const made = element("li", `wb-need${CAREFUL.has(need.kind) ? " wb-careful" : ""}`);
    const words = element("div", "wb-need-words");
    words.append(element("span", "wb-need-text", need.text));
    if (need.items.length) {
      const titles = element("span", "wb-need-titles");
      need.items.forEach((item, at) => {
        const title = element("span", "wb-need-item");  // keeps the comma on the title's line
        title.append(makeTitle(item.title, item.anchor, `${need.kind} ${at}`), at + 1 < need.items.length ? "," : "");
        titles.append(at ? " " : "", title);
      });
      if (need.more) titles.append(` ${need.more}`);
      words.append(titles);
    }
    made.append(words);
    if (need.step && isStep(need.anchor)) {
      const step = makeStep(need.anchor, need.kind, "jupyter-button wb-need-step");
      step.textContent = need.step;
      step.setAttribute("aria-label", `${need.step}: ${need.text}`);
      made.append(step);
    }
    return made;
  }

  /** @param {Card} card @param {number} at */
  function makeCard(card, at) {
    const made = element("li", "wb-card");
    made.append(element("h4", "wb-card-title", card.title), element("p", "wb-card-text", card.text));
    if (isStep(card.anchor)) {
      const step = makeStep(card.anchor, `card ${card.anchor}`, `jupyter-button${at ? "" : " mod-primary"}`);
      step.textContent = card.step;
      made.append(step);
    }
    return made;
  }

  /** @param {Line} line @param {string} key */
  function makeLine(line, key) {
    const made = element("li", "wb-home-line");
    const words = element("div", "wb-home-words");
    words.append(makeTitle(line.title, line.anchor, key));
    if (line.tag) words.append(" ", element("span", "wb-tag", line.tag));
    made.append(words);
    const about = element("div", "wb-home-about");
    if (line.detail) about.append(makeText(line.detail));
    if (line.at) {
      const time = element("time", "", localTime(line.at));
      time.dateTime = line.at;
      about.append(line.detail ? " · " : "", time);
    }
    if (about.childNodes.length) made.append(about);
    if (line.share !== null) {
      const bar = element("progress", "wb-home-share");
      bar.value = line.share;
      bar.setAttribute("aria-label", `${line.title}: ${line.detail}`);
      made.append(bar);
    }
    return made;
  }

  /** @param {Section} section */
  function makeLines(section) {
    const made = makeSection(section.title, section.name);
    const list = element("ul", "wb-home-list");
    list.append(...section.lines.map((line, at) => makeLine(line, `${section.name} ${line.anchor} ${at}`)));
    made.append(list);
    if (section.note) made.append(element("p", "wb-hint", section.note));
    if (section.more && isStep(section.anchor)) {
      const step = makeStep(section.anchor, `more ${section.name}`, "wb-home-title wb-home-more");
      step.textContent = section.more;
      made.append(step);
    }
    return made;
  }

  function fill() {
    const { needs = [], cards = [], sections = [], nothing = "", note = "", welcome = "" } = model.get("state");
    const focused = el.contains(document.activeElement) ? document.activeElement : null;
    const key = focused instanceof HTMLElement ? focused.dataset.key : undefined;
    /** @type {HTMLElement[]} */
    const parts = [];
    if (cards.length) {
      const begin = makeSection(welcome, "begin");
      const list = element("ul", "wb-cards");
      list.append(...cards.map(makeCard));
      begin.append(list);
      parts.push(begin);
    }
    if (needs.length) {
      const attention = makeSection("What needs attention", "attention");
      const list = element("ul", "wb-needs");
      list.append(...needs.map(makeNeed));
      attention.append(list);
      parts.push(attention);
    } else if (nothing) {
      const done = element("p", "wb-nothing", nothing);
      done.setAttribute("role", "status");
      parts.push(done);
    }
    if (note) parts.push(element("p", "wb-hint", note));
    if (sections.length) {
      const grid = element("div", "wb-home-sections");
      const beside = element("div", "wb-home-beside");
      const [first, ...others] = sections;
      beside.append(...others.map(makeLines));
      grid.append(makeLines(first), ...(others.length ? [beside] : []));
      parts.push(grid);
    }
    el.replaceChildren(...parts);
    mark();
    if (key) {
      const again = [...el.querySelectorAll("button")].find((found) => found.dataset.key === key);
      again?.focus();
    }
  }

  /** Steps do nothing while the panel works; they keep the focus, which a disabled button would lose. */
  function mark() {
    for (const step of el.querySelectorAll("button")) step.setAttribute("aria-disabled", String(model.get("disabled")));
  }

  /** @param {MouseEvent} event */
  function onClick(event) {
    const step = closest(event, "button[data-anchor]");
    if (step && !model.get("disabled")) model.send({ intent: "go", anchor: step.dataset.anchor });
  }

  el.addEventListener("click", onClick);
  const unsubscribe = subscribe(model, [
    ["change:state", fill], ["change:leads", fill], ["change:disabled", mark],
  ]);
  fill();
  return () => {
    unsubscribe();
    el.removeEventListener("click", onClick);
  };
}

export default { initialize, render };

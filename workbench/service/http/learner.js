// @ts-check
// Makes the questions of a lesson answerable, and remembers what was learned in this browser. The page is whole without it.

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
/** @type {Record<string, string>} */
const words = JSON.parse(main.dataset.words ?? "{}");
const { course = "", lesson = "" } = main.dataset;
const KEY = `lessons:${course}`;

/** @returns {Record<string, { seen?: boolean, right: string[], of: number }>} */
function progress() {
  try { return JSON.parse(localStorage.getItem(KEY) ?? "{}"); } catch { return {}; }
}
/** @param {{ seen?: boolean, right: string[], of: number }} state */
function remember(state) {
  try { localStorage.setItem(KEY, JSON.stringify({ ...progress(), [lesson]: state })); } catch { /* nothing is kept here */ }
}
/** @param {string} name @param {Record<string, string | number>} values */
const say = (name, values) => words[name].replace(/\{(\w+)\}/g, (_, key) => String(values[key]));
/** @param {string} tag @param {Record<string, any>} [fields] @param {(Node | string)[]} children @returns {any} */
function make(tag, fields = {}, ...children) {
  const made = Object.assign(document.createElement(tag), fields);
  made.append(...children);
  return made;
}
/** @param {string | null} text */
const folded = (text) => (text ?? "").normalize("NFKC").trim().replace(/\s+/g, " ").toLowerCase();
/** @param {string} text */
const hash = (text) => [...text].reduce((sum, each) => (Math.imul(sum, 31) + (each.codePointAt(0) ?? 0)) | 0, 7).toString(36);
/** @param {Element} parent @param {string} selector @returns {HTMLElement[]} */
const all = (parent, selector) => [...parent.querySelectorAll(selector)].map((each) => /** @type {HTMLElement} */ (each));
/** @param {Element} parent @param {string} selector */
const one = (parent, selector) => /** @type {HTMLElement} */ (parent.querySelector(selector));
/** @param {HTMLElement} item a choice with the author's feedback @returns {string} */
const feedbackOf = (item) => item.querySelector("bdi")?.textContent ?? "";

/**
 * A way of answering: its element, whether the answer is right, what is said, and how it begins anew.
 * @typedef {{ element: HTMLElement, check: () => boolean, said?: () => string[], reset: () => void }} Answer
 * @type {Record<string, (section: HTMLElement, details: HTMLElement, name: string) => Answer>}
 */
const TYPES = {
  quiz(section, details, name) {
    const right = all(details, ":scope > ol > li");
    const type = right.filter((each) => each.querySelector("strong")).length > 1 ? "checkbox" : "radio";
    const inputs = right.map(() => make("input", { type, name }));
    const choices = all(section, ":scope > ol > li").map((each, at) =>
      make("label", {}, inputs[at], make("span", { dir: "auto" }, ...[...each.childNodes].map((node) => node.cloneNode(true)))));
    return {
      element: make("div", { className: "choices" }, ...choices),
      check: () => inputs.every((each, at) => each.checked === (right[at].querySelector("strong") !== null)),
      said: () => right.filter((_, at) => inputs[at].checked).map(feedbackOf),
      reset: () => inputs.forEach((each) => { each.checked = false; }),
    };
  },

  ordering(section, details) {
    const right = all(details, ":scope > ol > li").map((each) => each.textContent);
    const first = all(section, ":scope > ul > li").map((each) => each.textContent ?? "");
    const list = make("ol");
    /** @param {HTMLElement} item @param {number} step @param {HTMLElement} button */
    function move(item, step, button) {
      const beside = step < 0 ? item.previousElementSibling : item.nextElementSibling;
      if (!beside) return;
      if (step < 0) beside.before(item); else beside.after(item);
      button.focus();
      const place = [...list.children].indexOf(item) + 1;
      list.dispatchEvent(new CustomEvent("moved", { bubbles: true, detail: say("place", { n: place, m: first.length }) }));
    }
    /** @param {string} text */
    function rowOf(text) {
      const made = make("li", {}, make("span", { dir: "auto" }, text));
      for (const [sign, step, label] of /** @type {[string, number, string][]} */ ([["\u2191", -1, "up"], ["\u2193", 1, "down"]])) {
        const button = make("button", { type: "button", ariaLabel: `${words[label]}: ${text}` }, sign);
        button.addEventListener("click", () => move(made, step, button));
        made.append(button);
      }
      return made;
    }
    const reset = () => list.replaceChildren(...first.map(rowOf));
    reset();
    return {
      element: list,
      check: () => all(list, "span").every((each, at) => each.textContent === right[at]),
      reset,
    };
  },

  matching(section, details) {
    const right = all(details, ":scope > dl > dd").map((each) => each.textContent ?? "");
    const [lefts, options] = all(section, ":scope > ol").map((list) => all(list, ":scope > li").map((each) => each.textContent ?? ""));
    const selects = lefts.map(() => make("select", { dir: "auto" }, new Option(words.choose, ""), ...options.map((each) => new Option(each))));
    const rows = lefts.map((left, at) => make("label", {}, make("span", { dir: "auto" }, left), selects[at]));
    return {
      element: make("div", { className: "pairs" }, ...rows),
      check: () => selects.map((each, at) => mark(each, each.value === right[at])).every(Boolean),
      reset: () => selects.forEach((each) => { each.value = ""; each.removeAttribute("aria-invalid"); }),
    };
  },

  fillIn(section, details) {
    const accepted = all(details, ":scope > ol > li").map((each) => all(each, "bdi").map((text) => folded(text.textContent)));
    const text = /** @type {HTMLElement} */ (one(section, ":scope > p").cloneNode(true));
    const inputs = all(text, ".gap").map((gap, at) => {
      const input = make("input", { type: "text", dir: "auto", ariaLabel: say("gap", { n: at + 1 }), autocapitalize: "off", autocomplete: "off", spellcheck: false });
      gap.replaceWith(input);
      return input;
    });
    return {
      element: text,
      check: () => inputs.map((each, at) => mark(each, accepted[at].includes(folded(each.value)))).every(Boolean),
      reset: () => inputs.forEach((each) => { each.value = ""; each.removeAttribute("aria-invalid"); }),
    };
  },
};

/** @param {HTMLElement} field @param {boolean} isRight */
function mark(field, isRight) {
  if (isRight) field.removeAttribute("aria-invalid"); else field.setAttribute("aria-invalid", "true");
  return isRight;
}

/** @type {Map<string, boolean>} */
const results = new Map();
const kept = progress()[lesson]?.right ?? [];
const score = make("p", { className: "score", role: "status" });

function scored() {
  const right = [...results].filter(([, isRight]) => isRight).map(([id]) => id);
  score.textContent = results.size ? say("score", { n: right.length, m: results.size }) : "";
  remember({ seen: progress()[lesson]?.seen, right, of: results.size });
}

/** @param {HTMLElement} section @param {HTMLElement} details @param {number} at */
function ask(section, details, at) {
  const id = hash(section.textContent ?? "");
  const type = Object.keys(TYPES).find((each) => section.classList.contains(each)) ?? "";
  const answer = TYPES[type](section, details, `question-${at}`);
  for (const each of all(section, ":scope > p, :scope > ol, :scope > ul")) each.classList.add("plain");
  const prompt = one(section, ":scope > p");
  const heading = section.firstElementChild;
  const legend = make("legend", { dir: "auto" }, type === "fillIn" ? heading?.textContent ?? "" : prompt.textContent ?? "");
  if (type === "fillIn") legend.className = "unseen";
  const status = make("div", { className: "said", role: "status" });
  const check = make("button", { type: "button", className: "check" }, words.check);
  const again = make("button", { type: "button", hidden: true }, words.again);
  const buttons = make("div", { className: "buttons" }, check, again);
  const box = make("fieldset", { className: "ask" }, legend, answer.element, buttons, status);

  /** @param {boolean} isRight @param {string[]} said */
  function tell(isRight, said) {
    section.dataset.state = isRight ? "right" : "wrong";
    const lines = said.filter(Boolean).map((each) => make("p", { dir: "auto" }, each));
    status.replaceChildren(make("p", { className: "verdict" }, (isRight ? "\u2713 " : "\u2717 ") + words[isRight ? "right" : "wrong"]), ...lines);
    again.hidden = isRight;
  }
  function judge() {
    const isRight = answer.check();
    const after = one(details, ":scope > p")?.textContent ?? "";
    tell(isRight, [...(answer.said?.() ?? []), after]);
    results.set(id, isRight);
    scored();
  }
  check.addEventListener("click", judge);
  again.addEventListener("click", () => {
    answer.reset();
    clear();
    /** @type {HTMLElement | null} */ (box.querySelector("input, select, button"))?.focus();
  });
  function clear() {
    delete section.dataset.state;
    status.replaceChildren();
    again.hidden = true;
  }
  box.addEventListener("input", clear);
  box.addEventListener("moved", (/** @type {Event} */ event) => {
    clear();
    status.textContent = /** @type {CustomEvent} */ (event).detail;
  });
  box.addEventListener("keydown", (/** @type {Event} */ event) => {
    const { target, key } = /** @type {KeyboardEvent & { target: HTMLElement }} */ (event);
    if (key === "Enter" && target instanceof HTMLInputElement) { event.preventDefault(); judge(); }
  });
  details.before(box);
  results.set(id, kept.includes(id));
  if (kept.includes(id)) tell(true, []);
}

/** @param {HTMLElement} section @param {HTMLElement} details */
function compare(section, details) {
  const text = make("textarea", { rows: 4, dir: "auto", ariaLabel: words.answer });
  details.before(make("div", { className: "ask" }, text));
  section.dataset.state = "open";
}

function outline() {
  const known = progress();
  const links = all(main, "nav.outline a[data-lesson]");
  let done = 0;
  for (const link of links) {
    const state = known[link.dataset.lesson ?? ""];
    if (!state) continue;
    const isDone = state.seen && state.right.length >= state.of;
    done += isDone ? 1 : 0;
    const parts = [isDone ? `\u2713 ${words.done}` : "", state.of ? say("score", { n: state.right.length, m: state.of }) : ""];
    link.after(make("span", { className: "state" }, parts.filter(Boolean).join(" \u00b7 ")));
  }
  one(main, "nav.outline").before(make("p", { className: "score" }, say("progress", { n: done, m: links.length })));
}

if (lesson) {
  all(main, "section.block").forEach((section, at) => {
    const details = one(section, ":scope > details");
    if (!details) return;
    if (section.classList.contains("shortAnswer")) compare(section, details); else ask(section, details, at);
  });
  const article = one(main, "article");
  article.append(score);
  scored();
  new IntersectionObserver((entries, watch) => {
    if (!entries.some((each) => each.isIntersecting)) return;
    watch.disconnect();
    remember({ ...progress()[lesson], seen: true });
  }).observe(score);
} else if (main.querySelector("nav.outline")) outline();

export {};

// @ts-check
// Makes the questions of a lesson answerable, and remembers progress in this browser. The page is complete without it.

const main = /** @type {HTMLElement} */ (document.querySelector("main"));
/** @type {Record<string, string>} */
const words = JSON.parse(main.dataset.words ?? "{}");
const { course = "", lesson = "" } = main.dataset;
const KEY = `lessons:${course}`;

/**
 * The receiver of events: a same-site frame around the page that asks for them, such as a package for a learning system
 * has (`exports/scorm/`), or the page's own window. The events are `learner:` and a name, with `lesson` in their detail:
 * `progress` (the receiver puts stored progress into `detail.progress`), `kept` (`state`; prevented, the browser does not keep it),
 * `checked` (a question's `id`, `type`, `prompt`, `response`, `right`, `isRight`, `seconds`), `seen`, `done`.
 */
const host = (() => { try { return /** @type {any} */ (window.parent).learnerHost ? window.parent : window; } catch { return window; } })();
/** @param {string} name @param {Record<string, any>} detail @returns {boolean} false where somebody prevented it */
const tell = (name, detail = {}) => host.dispatchEvent(new CustomEvent(`learner:${name}`, { detail: Object.assign(detail, { lesson }), cancelable: true }));

const PAUSE = 400; // milliseconds without a key until input is stored

/**
 * What is known of a lesson: whether it was seen to its end, the questions that are right, how many there are, and what
 * was answered, by the questions' ids.
 * @typedef {(number | string)[]} Response
 * @typedef {{ seen?: boolean, right: string[], of: number, answers?: Record<string, Response> }} State
 * @returns {Record<string, State>}
 */
function progress() {
  const kept = { progress: null };
  tell("progress", kept);
  try { return kept.progress ?? JSON.parse(localStorage.getItem(KEY) ?? "{}"); } catch { return {}; }
}
/** @param {State} state */
function remember(state) {
  if (!tell("kept", { state })) return;
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
const hash = (text) => [...text].reduce((sum, sign) => (Math.imul(sum, 31) + (sign.codePointAt(0) ?? 0)) | 0, 7).toString(36);
/** @param {Element} parent @param {string} selector @returns {HTMLElement[]} */
const all = (parent, selector) => [...parent.querySelectorAll(selector)].map((found) => /** @type {HTMLElement} */ (found));
/** @param {Element} parent @param {string} selector */
const one = (parent, selector) => /** @type {HTMLElement} */ (parent.querySelector(selector));
/** @param {HTMLElement} item a choice with the author's feedback @returns {string} */
const feedbackOf = (item) => item.querySelector("bdi")?.textContent ?? "";

/**
 * How the kinds of questions are answered, by the class that each kind has in a page (`CLASS_OF_KIND`), whatever the type.
 * A way of answering: its element, the response (places of choices, from 0, or what was typed) and the one that is right,
 * whether it is right, what is said, and how a response is put there; an empty one begins anew.
 * @typedef {{ element: HTMLElement, response: () => Response, right: Response, check: () => boolean, said?: () => string[],
 *   restore: (response: Response) => void }} Answer
 * @type {Record<string, (section: HTMLElement, details: HTMLElement, name: string) => Answer>}
 */
const TYPES = {
  quiz(section, details, name) {
    const items = all(details, ":scope > ol > li");
    const right = items.flatMap((item, at) => (item.querySelector("strong") ? [at] : []));
    const takesSeveral = one(section, ":scope > ol").classList.contains("several");
    const inputs = items.map(() => make("input", { type: takesSeveral ? "checkbox" : "radio", name }));
    const response = () => inputs.flatMap((input, at) => (input.checked ? [at] : []));
    const texts = all(section, ":scope > ol > li");
    const choices = texts.map((text, at) =>
      make("label", {}, inputs[at], make("span", { dir: "auto" }, ...[...text.childNodes].map((node) => node.cloneNode(true)))));
    /** @param {number} at */
    function said(at) {
      choices[at].dataset.state = right.includes(at) ? "right" : "wrong";
      const feedback = feedbackOf(items[at]);
      return feedback && takesSeveral ? `${texts[at].textContent}: ${feedback}` : feedback;
    }
    return {
      element: make("div", { className: "choices" }, ...(takesSeveral ? [make("p", { className: "hint" }, words.several)] : []), ...choices),
      response,
      right,
      check: () => `${response()}` === `${right}`,
      said: () => response().map(said),
      restore: (kept) => inputs.forEach((input, at) => { input.checked = kept.includes(at); }),
    };
  },

  ordering(section, details) {
    const right = all(details, ":scope > ol > li").map((item) => item.textContent ?? "");
    const first = all(section, ":scope > ul > li").map((item) => item.textContent ?? "");
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
    /** @param {Response} kept */
    const restore = (kept) => list.replaceChildren(...(kept.length === right.length ? kept.map((at) => right[Number(at)] ?? "") : first).map(rowOf));
    const response = () => all(list, "span").map((item) => right.indexOf(item.textContent ?? ""));
    const wanted = right.map((text) => right.indexOf(text));
    restore([]);
    return { element: list, response, right: wanted, check: () => `${response()}` === `${wanted}`, restore };
  },

  matching(section, details) {
    const right = all(details, ":scope > dl > dd").map((definition) => definition.textContent ?? "");
    const [lefts, options] = all(section, ":scope > ol").map((list) => all(list, ":scope > li").map((item) => item.textContent ?? ""));
    const selects = lefts.map(() => make("select", { dir: "auto" }, new Option(words.choose, ""), ...options.map((option) => new Option(option))));
    const rows = lefts.map((left, at) => make("label", {}, make("span", { dir: "auto" }, left), selects[at]));
    return {
      element: make("div", { className: "pairs" }, ...rows),
      response: () => selects.map((select) => options.indexOf(select.value)),
      right: right.map((text) => options.indexOf(text)),
      check: () => selects.map((select, at) => mark(select, select.value === right[at])).every(Boolean),
      restore: (kept) => selects.forEach((select, at) => { select.value = options[Number(kept[at] ?? -1)] ?? ""; }),
    };
  },

  fillIn(section, details) {
    const accepted = all(details, ":scope > ol > li").map((item) => all(item, "bdi").map((text) => folded(text.textContent)));
    const text = /** @type {HTMLElement} */ (one(section, ":scope > p").cloneNode(true));
    const inputs = all(text, ".gap").map((gap, at) => {
      const input = make("input", { type: "text", dir: "auto", ariaLabel: say("gap", { n: at + 1 }), autocapitalize: "off", autocomplete: "off", spellcheck: false });
      gap.replaceWith(input);
      return input;
    });
    return {
      element: text,
      response: () => inputs.map((input) => input.value),
      right: accepted.map((texts) => texts[0] ?? ""),
      check: () => inputs.map((input, at) => mark(input, accepted[at].includes(folded(input.value)))).every(Boolean),
      restore: (kept) => inputs.forEach((input, at) => { input.value = String(kept[at] ?? ""); }),
    };
  },
};

/** @param {HTMLElement} field @param {boolean} isRight */
function mark(field, isRight) {
  if (!isRight) field.ariaInvalid = "true";
  field.dataset.state = isRight ? "right" : "wrong";
  return isRight;
}

/** @type {Map<string, boolean>} */
const results = new Map();
const known = progress()[lesson] ?? { right: [], of: 0 };
const answers = known.answers ?? {};
const score = make("p", { role: "status" });
const bar = make("div", { className: "bar", ariaHidden: "true" });
/** @type {(() => void)[]} how each question is restarted */
const resets = [];

/** @param {Element} element its share that is done, as a length @param {number} share from 0 to 1 */
const fill = (element, share) => /** @type {HTMLElement} */ (element).style.setProperty("--share", `${100 * share}%`);

function scored() {
  const right = [...results].filter(([, isRight]) => isRight).map(([id]) => id);
  score.textContent = results.size ? say("score", { n: right.length, m: results.size }) : "";
  fill(bar, right.length / results.size);
  bar.hidden = !results.size;
  keep({ right, of: results.size });
}

/** @param {string} name the button's word @param {() => void} forget @returns {HTMLElement} */
function forgetting(name, forget) {
  const button = make("button", { type: "button" }, words[name]);
  button.addEventListener("click", forget);
  const where = host === window ? [make("p", {}, words.kept)] : [];
  return make("details", { className: "mine" }, make("summary", {}, words.mine), ...where, button);
}

/** @param {Partial<State>} news */
function keep(news) {
  const wasDone = isDone(known);
  remember(Object.assign(known, news, { answers }));
  if (!wasDone && isDone(known)) tell("done");
}
/** @param {State} state */
const isDone = (state) => Boolean(state.seen) && state.right.length >= state.of;
/** @param {HTMLElement} section @returns {string} its block's id, where the page has it */
const idOf = (section) => section.dataset.block ?? hash(section.textContent ?? "");

/** @param {HTMLElement} section @param {HTMLElement} details @param {number} at */
function ask(section, details, at) {
  let id = idOf(section);
  while (results.has(id)) id += "+";
  const type = Object.keys(TYPES).find((name) => section.classList.contains(name)) ?? "";
  const answer = TYPES[type](section, details, `question-${at}`);
  for (const part of all(section, ":scope > p, :scope > ol, :scope > ul")) part.classList.add("plain");
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
  function show(isRight, said) {
    section.dataset.state = isRight ? "right" : "wrong";
    const lines = said.filter(Boolean).map((line) => make("p", { dir: "auto" }, line));
    status.replaceChildren(make("p", { className: "verdict" }, (isRight ? "\u2713 " : "\u2717 ") + words[isRight ? "right" : "wrong"]), ...lines);
    again.hidden = isRight;
  }
  function judge() {
    const isRight = answer.check();
    const after = one(details, ":scope > p")?.textContent ?? "";
    show(isRight, [...(answer.said?.() ?? []), after]);
    results.set(id, isRight);
    return isRight;
  }
  function submit() {
    clear();
    if (answer.response().every((value) => value === -1 || value === "")) {
      status.textContent = words.first;
      return focus();
    }
    const isRight = judge();
    answers[id] = answer.response();
    checked(id, type, prompt, answers[id], answer.right, isRight);
    scored();
  }
  check.addEventListener("click", submit);
  function reset() {
    answer.restore([]);
    clear();
  }
  const focus = () => /** @type {HTMLElement | null} */ (box.querySelector("input, select, button"))?.focus();
  again.addEventListener("click", () => {
    reset();
    focus();
  });
  resets.push(() => {
    reset();
    results.set(id, false);
  });
  function clear() {
    for (const marked of [section, ...all(box, "[data-state]")]) delete marked.dataset.state;
    for (const field of all(box, "[aria-invalid]")) field.ariaInvalid = null;
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
    if (key === "Enter" && target instanceof HTMLInputElement) { event.preventDefault(); submit(); }
  });
  details.before(box);
  results.set(id, known.right.includes(id));
  if (answers[id]) {
    answer.restore(answers[id]);
    judge();
  } else if (known.right.includes(id)) show(true, []);
}

/** @type {Record<string, number>} */
const began = {};
/**
 * A question was answered; `seconds` count from when the page was opened, or from the answer before.
 * @param {string} id @param {string} type @param {Element} prompt @param {Response} response @param {Response} right
 * @param {boolean | null} isRight null if nothing is right or wrong
 */
function checked(id, type, prompt, response, right, isRight) {
  const now = performance.now();
  tell("checked", { id, type, prompt: prompt.textContent, response, right, isRight, seconds: (now - (began[id] ?? 0)) / 1000 });
  began[id] = now;
}

/** @param {HTMLElement} section @param {HTMLElement} details */
function compare(section, details) {
  const id = idOf(section);
  const text = make("textarea", { rows: 4, dir: "auto", ariaLabel: words.answer, value: answers[id]?.[0] ?? "" });
  let timer = 0;
  const save = () => {
    clearTimeout(timer);
    if ((answers[id]?.[0] ?? "") === text.value) return;
    answers[id] = [text.value];
    keep({});
  };
  // A tab may close before the field loses focus: input is stored in every pause, and when the page is left.
  text.addEventListener("input", () => {
    clearTimeout(timer);
    timer = setTimeout(save, PAUSE);
  });
  addEventListener("pagehide", save);
  document.addEventListener("visibilitychange", save);
  text.addEventListener("change", () => {
    save();
    checked(id, "shortAnswer", one(section, ":scope > p"), [text.value], [], null);
  });
  resets.push(() => {
    clearTimeout(timer);
    text.value = "";
  });
  details.before(make("div", { className: "ask" }, text));
}

function outline() {
  const lessons = progress();
  const links = all(main, "nav.outline a[data-lesson]");
  const done = links.filter((link) => {
    const state = lessons[link.dataset.lesson ?? ""];
    if (!state) return false;
    const parts = [isDone(state) ? `\u2713 ${words.done}` : "", state.of ? say("score", { n: state.right.length, m: state.of }) : ""];
    link.after(make("span", { className: "state" }, parts.filter(Boolean).join(" \u00b7 ")));
    return isDone(state);
  });
  fill(bar, done.length / links.length);
  const isBegun = Object.keys(lessons).length > 0;
  const box = make("div", { className: "score" }, make("p", {}, say("progress", { n: done.length, m: links.length })), bar);
  const next = links.find((link) => !done.includes(link));
  if (next) box.append(make("a", { className: "go", href: next.getAttribute("href") }, words[isBegun ? "continue" : "start"]));
  const list = one(main, "nav.outline");
  list.before(box);
  if (isBegun && host === window) list.after(forgetting("delete", () => {
    try { localStorage.removeItem(KEY); } catch { /* nothing was kept */ }
    location.reload();
  }));
}

if (lesson) {
  all(main, "section.block").forEach((section, at) => {
    const details = one(section, ":scope > details");
    if (!details) return;
    if (section.classList.contains("shortAnswer")) compare(section, details); else ask(section, details, at);
  });
  const end = make("div", { className: "score" }, score, bar);
  const restart = () => {
    for (const reset of resets) reset();
    for (const id of Object.keys(answers)) delete answers[id];
    scored();
    scrollTo(0, 0);
  };
  if (resets.length) end.append(forgetting("restart", restart));
  all(main, "article").at(-1)?.append(end);
  scored();
  new IntersectionObserver((entries, watch) => {
    if (!entries.some((entry) => entry.isIntersecting)) return;
    watch.disconnect();
    keep({ seen: true });
    tell("seen");
  }).observe(end);
} else if (main.querySelector("nav.outline")) outline();

export {};

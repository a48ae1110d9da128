// @ts-check
// The frame around the learner's pages in a package: what their events say becomes calls of the learning system.

/**
 * One of the two run-times: how its object and calls are named, and how its values are written.
 * @typedef {{ id: string, type: string, prompt: string, response: (number | string)[], right: (number | string)[],
 *   isRight: boolean | null, seconds: number, lesson: string }} Answered
 * @typedef {{ isComplete: boolean, isPassed: boolean | null, score: number | null, hasMark?: boolean }} Result
 * @typedef {(name: string, value: string | number) => boolean} Set whether the learning system has it
 * @typedef {{ object: string, begin: string, end: string, get: string, set: string, commit: string, mode: string, place: string,
 *   exit: string, sessionTime: string, room: number, duration: (seconds: number) => string,
 *   isFresh: (get: (name: string) => string) => boolean, known: (get: (name: string) => string) => Result, report: (result: Result, set: Set) => void,
 *   answer: (at: string, answered: Answered, set: Set) => void }} RunTime
 *
 * The package's course, as its page says it: `open` are questions that are not graded, `pass` is from 0 to 1.
 * @typedef {{ start: string, stamp: string, complete: "seen" | "answered" | "passed", pass: number | null,
 *   lessons: { id: string, page: string, questions: string[], open: string[] }[], words: Record<string, string> }} Course
 *
 * @typedef {{ seen?: boolean, right: string[], of: number, answers?: Record<string, (number | string)[]> }} State
 */

/** Letters for choices: a choice's name is one character in SCORM 1.2, so there are 36. */
export const LETTERS = "abcdefghijklmnopqrstuvwxyz0123456789";
/** @param {Answered} answered whether each place has a letter */
export const hasLetters = ({ right, response }) => [...right, ...response].every((place) => Number(place) < LETTERS.length);
/** @param {number | string} place */
export const letter = (place) => LETTERS[Number(place)];
/** @param {string} text @param {number} most */
export const line = (text, most) => text.replace(/\s+/g, " ").trim().slice(0, most).replace(/[\ud800-\udbff]$/, "");

/** @param {string} name @returns {any} the learning system's object, in a window around this one or in who opened it */
function findObject(name) {
  for (const first of [window, window.opener]) {
    try {
      for (let frame = first, steps = 0; frame && steps < 50; frame = frame === frame.parent ? null : frame.parent, steps += 1) {
        if (frame[name]) return frame[name];
      }
    } catch { /* a window of another site */ }
  }
  return null;
}

/** @template T @param {T} value @returns {T} of this window, whichever it came from */
const clone = (value) => JSON.parse(JSON.stringify(value));

/** @param {RunTime} runTime */
export function play(runTime) {
  const course = /** @type {Course} */ (JSON.parse(document.body.dataset.course ?? "{}"));
  const object = findObject(runTime.object);
  /** @param {"begin" | "end" | "get" | "set" | "commit"} name @param {string[]} values */
  const call = (name, ...values) => { try { return String(object[runTime[name]](...values)); } catch { return "false"; } };
  const get = (/** @type {string} */ name) => { const value = call("get", name); return value === "false" ? "" : value; };
  const isLive = object !== null && call("begin", "") === "true";
  const isKept = isLive && !/^(review|browse)$/.test(get(runTime.mode));
  /** @type {Record<string, string>} */
  const sent = {};
  /** @type {Set} */
  function set(name, value) {
    const text = String(value);
    if (isKept && sent[name] !== text && call("set", name, text) === "true") sent[name] = text;
    return sent[name] === text;
  }

  const isResumed = isLive && !runTime.isFresh(get);
  let { states, before } = restore(isResumed ? get("cmi.suspend_data") : "", course);
  if (isResumed) before = best(before, runTime.known(get));
  const began = Date.now();
  let hasEnded = false, timer = 0;

  function result() {
    const graded = course.lessons.flatMap(({ id, questions, open }) => questions.filter((question) => !open.includes(question)).map((question) => [id, question]));
    const isRight = graded.filter(([lesson, id]) => states[lesson]?.right.includes(id)).length;
    const isAnswered = graded.every(([lesson, id]) => states[lesson]?.right.includes(id) || states[lesson]?.answers?.[id]);
    const share = Math.max(graded.length ? Math.floor((isRight * 1e4) / graded.length) / 1e4 : 0, before.score ?? 0);
    const score = isRight || before.score !== null || graded.some(([lesson, id]) => states[lesson]?.answers?.[id]) ? share : null;
    const hasMark = graded.length > 0 && course.pass !== null;
    const isSeen = course.lessons.every(({ id }) => states[id]?.seen);
    const hasPassed = before.isPassed || (hasMark && isSeen && share >= Number(course.pass));
    const hasFailed = (isSeen && isAnswered) || before.isPassed === false;
    const isDone = { seen: isSeen, answered: isSeen && isAnswered, passed: hasMark ? hasPassed : isSeen }[course.complete];
    return {
      isComplete: before.isComplete || Boolean(isDone),
      isPassed: !hasMark ? null : hasPassed ? true : hasFailed ? false : null,
      score,
      hasMark,
    };
  }

  let text = { value: "", isCut: false };
  function report() {
    const now = result();
    before = best(before, now);
    text = encode(states, now, course, runTime.room);
    push();
    clearTimeout(timer);
    timer = setTimeout(commit, 1000);
  }
  // Refused data is sent again: with the next answer, or half a minute later.
  function push() {
    const isStored = !text.value || set("cmi.suspend_data", text.value);
    waiting.forEach(record);
    if (isStored) waiting.clear();
    runTime.report(result(), set);
    return isStored;
  }
  function commit() {
    clearTimeout(timer);
    if (!isKept || hasEnded) return;
    set(runTime.sessionTime, runTime.duration((Date.now() - began) / 1000));
    const isStored = push() && call("commit", "") === "true";
    say(!isStored ? "notKept" : text.isCut ? "noRoom" : "");
    if (!isStored) timer = setTimeout(commit, 30000);
  }
  function end() {
    commit();
    if (isLive && !hasEnded) call("end", "");
    hasEnded = true;
  }

  /** @type {Map<string, number>} */
  const places = new Map();
  /** @type {Map<string, Answered>} what may not have arrived */
  const waiting = new Map();
  let count = isKept ? Number(get("cmi.interactions._count")) || 0 : 0;
  /** @param {Answered} answered one record a question and session: what was answered last @param {string} key */
  function record(answered, key) {
    const place = places.get(key) ?? count, at = `cmi.interactions.${place}.`;
    if (!set(`${at}id`, line(answered.id, 255))) return;
    if (place === count) places.set(key, count++);
    runTime.answer(at, answered, set);
  }

  const notice = /** @type {HTMLElement} */ (document.querySelector("p"));
  /** @param {string} name */
  function say(name) { notice.textContent = course.words[name] ?? ""; }

  /** @param {string} name @param {(detail: any, event: Event) => void} heard */
  const on = (name, heard) => addEventListener(`learner:${name}`, (event) => { if (!hasEnded) heard(/** @type {CustomEvent} */ (event).detail, event); });
  on("progress", (detail) => { detail.progress = clone(states); set(runTime.place, detail.lesson || "outline"); });
  on("kept", ({ lesson, state }, event) => {
    event.preventDefault();
    states = { ...states, [lesson]: clone(state) };
    report();
  });
  on("checked", (answered) => waiting.set(`${answered.lesson} ${answered.id}`, answered));
  addEventListener("pagehide", end);
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  document.addEventListener("visibilitychange", () => { if (document.visibilityState === "hidden") commit(); });

  if (object) {
    /** @type {any} */ (window).learnerHost = true;
    if (!isLive) say("notKept");
  }
  set(runTime.exit, "suspend");
  if (isKept) runTime.report(result(), set);  // it was begun; its data stay until something is answered
  const place = isResumed ? get(runTime.place) : "";
  const frame = document.createElement("iframe");
  frame.title = document.title;
  frame.allowFullscreen = true;
  frame.src = course.lessons.find(({ id }) => id === place)?.page ?? course.start;
  document.body.append(frame);
}

/** @param {number | string} item a place as it is, a text behind an apostrophe */
const written = (item) => (typeof item === "number" ? String(item) : `'${encodeURIComponent(item).replaceAll(".", "%2E")}`);
/** @param {string} item */
const read = (item) => (item.startsWith("'") ? decodeURIComponent(item.slice(1)) : Number(item));

/** @param {Result} one @param {Result} other @returns {Result} what neither takes back */
const best = (one, other) => ({
  isComplete: one.isComplete || other.isComplete,
  isPassed: one.isPassed || other.isPassed || (one.isPassed ?? other.isPassed),
  score: one.score === null ? other.score : Math.max(one.score, other.score ?? 0),
});

/**
 * The states as a text of ASCII characters: the package's stamp, the result, the lessons that were seen, and for each
 * question of the course whether it is right, and the answer. If there is no room, answers go first, then all but
 * stamp and result.
 * @param {Record<string, State>} states @param {Result} result @param {Course} course @param {number} room
 */
export function encode(states, { isComplete, isPassed, score }, course, room) {
  const head = `${course.stamp};${Number(isComplete)}${isPassed === null ? "-" : Number(isPassed)}${score ?? ""}`;
  const seen = course.lessons.map(({ id }) => (states[id]?.seen ? "1" : "0")).join("");
  const marks = course.lessons.flatMap(({ id, questions }) => questions.map((question) => {
    const { right = [], answers = {} } = states[id] ?? {};
    const answer = answers[question];
    return answer || right.includes(question) ? `${right.includes(question) ? 1 : 0}${(answer ?? []).map(written).join(".")}` : "";
  }));
  const [whole, short] = [marks, marks.map((variant) => variant.slice(0, 1))].map((variant) => [head, seen, variant.join(",").replace(/,+$/, "")].join(";"));
  return { value: [whole, short].find((text) => text.length <= room) ?? head, isCut: whole.length > room };
}

/**
 * @param {string} text what `encode` gave @param {Course} course
 * @returns {{ states: Record<string, State>, before: Result }} states only of a package with the same lessons and questions
 */
export function restore(text, course) {
  const [stamp, result = "", seen = "", answered = ""] = text.split(";");
  const [, complete = "", passed = "", score = ""] = /^([01])([-01])(1|0|0\.\d+)?$/.exec(result) ?? [];
  const before = { isComplete: complete === "1", isPassed: { 0: false, 1: true }[passed] ?? null, score: score ? Number(score) : null };
  if (stamp !== course.stamp) return { states: {}, before };
  const marks = answered.split(",");
  let next = 0;
  try {
    const states = Object.fromEntries(course.lessons.map(({ id, questions, open }, at) => {
      /** @type {State} */
      const state = { seen: seen[at] === "1", right: [], of: questions.length - open.length, answers: {} };
      for (const question of questions) {
        const mark = marks[next++] ?? "";
        if (mark[0] === "1") state.right.push(question);
        if (mark.length > 1 && state.answers) state.answers[question] = mark.slice(1).split(".").map(read);
      }
      return [id, state];
    }));
    return { states, before };
  } catch { return { states: {}, before }; }  // what another program has written there
}

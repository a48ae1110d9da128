// @ts-check
// SCORM 1.2: one status for completion and success, characters for choices.

import { hasLetters, letter, line, play } from "./player.js";

/** @param {number} value */
const two = (value) => String(Math.floor(value)).padStart(2, "0");
/** @param {number} seconds */
function duration(seconds) {
  const hundredths = Math.min(Math.round(seconds * 100), 9999 * 360000);
  return `${two(hundredths / 360000).padStart(4, "0")}:${two((hundredths / 6000) % 60)}:${two((hundredths / 100) % 60)}.${two(hundredths % 100)}`;
}

/** @param {import("./player.js").Answered} answered @returns {[string, (response: (number | string)[]) => string]} type and form */
function form(answered) {
  if (/fillIn|shortAnswer/.test(answered.type)) return ["fill-in", (texts) => line(texts.join(", "), 255)];
  if (!hasLetters(answered)) return ["performance", (places) => line(places.join(","), 255)];
  if (answered.type !== "matching") return [answered.type === "quiz" ? "choice" : "sequencing", (places) => places.map(letter).join(",")];
  return ["matching", (places) => places.map((place, at) => (Number(place) < 0 ? "" : `${letter(at)}.${letter(place)}`)).filter(Boolean).join(",")];
}

play({
  object: "API", begin: "LMSInitialize", end: "LMSFinish", get: "LMSGetValue", set: "LMSSetValue", commit: "LMSCommit",
  mode: "cmi.core.lesson_mode", place: "cmi.core.lesson_location", exit: "cmi.core.exit", sessionTime: "cmi.core.session_time",
  room: 4096,
  duration,
  isFresh: () => false,
  known(get) {
    const state = get("cmi.core.lesson_status"), score = parseFloat(get("cmi.core.score.raw"));
    const isPassed = { passed: true, failed: false }[state] ?? null;
    return { isComplete: isPassed !== null || state === "completed", isPassed, score: Number.isFinite(score) ? score / 100 : null };
  },
  report({ isComplete, isPassed, score, hasMark }, set) {
    if (score !== null) {
      set("cmi.core.score.min", 0);
      set("cmi.core.score.max", 100);
      set("cmi.core.score.raw", +(score * 100).toFixed(2));
    }
    const isOpen = !isComplete || (isPassed === null && hasMark);
    set("cmi.core.lesson_status", isOpen ? "incomplete" : isPassed === null ? "completed" : isPassed ? "passed" : "failed");
  },
  answer(at, answered, set) {
    const [type, written] = form(answered);
    set(`${at}type`, type);
    if (answered.right.length) set(`${at}correct_responses.0.pattern`, written(answered.right));
    set(`${at}time`, new Date().toTimeString().slice(0, 8));
    set(`${at}student_response`, written(answered.response));
    set(`${at}result`, answered.isRight === null ? "neutral" : answered.isRight ? "correct" : "wrong");
    set(`${at}latency`, duration(answered.seconds));
  },
});

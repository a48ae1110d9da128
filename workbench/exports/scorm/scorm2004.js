// @ts-check
// SCORM 2004: completion and success apart, delimiters of three characters.

import { hasLetters, letter, line, play } from "./player.js";

/** @param {number} seconds */
const duration = (seconds) => `PT${Math.floor(seconds / 3600)}H${Math.floor(seconds / 60) % 60}M${(seconds % 60).toFixed(1)}S`;

/** @param {number | string} text @param {number} most a text that is not read as a list or as having a property */
const plain = (text, most) => line(String(text).replace(/\[([,.:])\]/g, "[ $1 ]").replace(/^\s*\{/, "( "), most);

/** @param {import("./player.js").Answered} answered @returns {[string, (response: (number | string)[]) => string]} type and form */
function form(answered) {
  if (answered.type === "shortAnswer") return ["long-fill-in", (texts) => plain(texts[0] ?? "", 4000)];
  if (answered.type === "fillIn" && answered.right.length <= 10) return ["fill-in", (texts) => texts.map((text) => plain(text, 250)).join("[,]")];
  if (answered.type === "fillIn" || !hasLetters(answered)) return ["other", (items) => line(items.join(","), 4000)];
  if (answered.type !== "matching") return [answered.type === "quiz" ? "choice" : "sequencing", (places) => places.map(letter).join("[,]")];
  return ["matching", (places) => places.map((place, at) => (Number(place) < 0 ? "" : `${letter(at)}[.]${letter(place)}`)).filter(Boolean).join("[,]")];
}

play({
  object: "API_1484_11", begin: "Initialize", end: "Terminate", get: "GetValue", set: "SetValue", commit: "Commit",
  mode: "cmi.mode", place: "cmi.location", exit: "cmi.exit", sessionTime: "cmi.session_time",
  room: 64000,
  duration,
  // Reading a value that was never set is an error; success and score are in the suspend data too.
  isFresh: (get) => get("cmi.entry") === "ab-initio",
  known: (get) => ({ isComplete: get("cmi.completion_status") === "completed", isPassed: null, score: null }),
  report({ isComplete, isPassed, score }, set) {
    if (score !== null) {
      set("cmi.score.min", 0);
      set("cmi.score.max", 100);
      set("cmi.score.raw", +(score * 100).toFixed(2));
      set("cmi.score.scaled", score);
    }
    set("cmi.completion_status", isComplete ? "completed" : "incomplete");
    if (isPassed !== null) set("cmi.success_status", isPassed ? "passed" : "failed");
  },
  answer(at, answered, set) {
    const [type, written] = form(answered);
    set(`${at}type`, type);
    set(`${at}description`, plain(answered.prompt, 250));
    if (answered.right.length) set(`${at}correct_responses.0.pattern`, written(answered.right));
    set(`${at}timestamp`, `${new Date().toISOString().slice(0, 19)}.0Z`);
    const response = written(answered.response);
    if (response) set(`${at}learner_response`, response);
    set(`${at}result`, answered.isRight === null ? "neutral" : answered.isRight ? "correct" : "incorrect");
    set(`${at}latency`, duration(answered.seconds));
  },
});

// @ts-check
// A file that is on its way: how far it has come, a button that stops it, and what went wrong.

import { element } from "../kit/dom.js";
import { button } from "./elements.js";

const PATIENCE = 3000; // milliseconds until it is said why nothing happens
const WAITING = "waiting for the notebook: a cell may be running";

/**
 * @param {string} name of the file
 * @param {() => void} onCancel
 */
export function makeProgressRow(name, onCancel) {
  const row = element("div", "bl-upload");
  const words = element("span", "bl-upload-words", name);
  const bar = element("progress");
  bar.max = 1;
  bar.value = 0;
  bar.setAttribute("aria-label", `Uploading ${name}`);
  /** @type {((reason: Error) => void) | undefined} */
  let stop;
  /** @type {Promise<never>} */
  const cancelled = new Promise((_, reject) => { stop = reject; });
  cancelled.catch(() => {}); // whoever waits is told; nobody may wait
  let isCancelled = false;
  let timer = 0;
  let expected = 0; // answers that have not come yet
  const cancel = button({
    icon: "close", text: "Cancel", label: `Cancel ${name}`, onClick: () => {
      isCancelled = true;
      clearTimeout(timer);
      onCancel();
      stop?.(new Error("cancelled"));
    },
  });
  row.append(words, bar, cancel);

  function watch() {
    clearTimeout(timer);
    if (expected) timer = setTimeout(() => { words.textContent = `${name}: ${WAITING}`; }, PATIENCE);
  }
  return {
    element: row,
    get isCancelled() { return isCancelled; },
    /**
     * Wait for an answer; of a notebook that stays silent it is said so.
     * @template T
     * @param {Promise<T>} answer
     */
    async expect(answer) {
      expected += 1;
      watch();
      try {
        return await Promise.race([answer, cancelled]);
      } finally {
        expected -= 1;
        watch();
      }
    },
    /** The notebook has got so far. @param {"Reading" | "Sending"} step @param {number} share of it, 0 to 1 */
    show(step, share) {
      bar.value = step === "Reading" ? share / 2 : 0.5 + share / 2;
      words.textContent = `${step} ${name}: ${Math.round(share * 100)} %`;
      watch();
    },
    /** The service asked to wait, or the way to it is cut. @param {string} reason @param {number} seconds */
    wait(reason, seconds) {
      words.textContent = `${name}: ${reason} Next try in ${seconds} s.`;
      watch();
    },
    /** @param {string} problem */
    fail(problem) {
      clearTimeout(timer);
      const alert = element("span", "bl-upload-words");
      alert.setAttribute("role", "alert");
      row.classList.add("bl-failed");
      row.replaceChildren(alert, button({ icon: "close", label: "Close this message", className: "bl-icon", onClick: () => row.remove() }));
      alert.textContent = problem;
    },
  };
}

// @ts-check
// Whether the kernel answers: a touch is followed by a ping, and a panel that can be seen polls now and then.

import { closest } from "./dom.js";

const POLL_EVERY = 4000; // milliseconds, while the panel is on the screen: it follows what happens elsewhere
const POLL_SELDOM = 20000; // when nobody has touched the page for some minutes
const QUIET_AFTER = 600000;
const PATIENCE = 600; // milliseconds without an answer from the kernel before a message is shown
const TOUCHED = "button:not([data-wb-copy]), select, nav a, [role=option], [role=tab], [role=listbox]";
const WAITING = "The notebook is busy: a cell may be running. This runs when it finishes. "
  + "If the kernel was restarted, run the cell again, or load the page again.";
const WAITING_ON_PAGE = "The workbench is busy. This runs when it is ready; if nothing happens, load the page again.";

/** @typedef {(intent: "ping" | "poll", fields: { id: string }) => void} Send */

/**
 * Shows that the kernel is busy when a control of the panel is used: each use is followed by a ping.
 * @param {string} view names this view among all of the panel
 * @param {Send} send
 * @param {HTMLElement} note shows why nothing happens
 */
export function watchTouches(view, send, note) {
  /** @type {HTMLElement | null} */
  let root = null;
  let pings = 0;
  let timer = 0;

  function ping() {
    pings += 1;
    try {
      send("ping", { id: `${view}.${pings}` });
    } catch {
      // this panel's kernel is gone: show that nothing answers
    }
  }
  /** @param {Event} event */
  function onTouch(event) {
    if (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ") return;
    const target = closest(event, TOUCHED);
    if (!target || target.closest(".wb-panel") !== root || target.closest(".wb-blocks")) return; // blocks show it themselves
    setTimeout(ping); // after the control's own message
    clearTimeout(timer);
    timer = setTimeout(() => { note.textContent = document.getElementById("rendered_cells") ? WAITING_ON_PAGE : WAITING; }, PATIENCE);
  }
  const kinds = ["click", "change", "keydown"];
  return {
    /** @param {HTMLElement} panel */
    start(panel) {
      root = panel;
      for (const kind of kinds) root.addEventListener(kind, onTouch, true);
    },
    /** @param {string} id */
    onPong(id) {
      if (id !== `${view}.${pings}`) return;
      clearTimeout(timer);
      note.textContent = "";
    },
    stop() {
      clearTimeout(timer);
      for (const kind of kinds) root?.removeEventListener(kind, onTouch, true);
    },
  };
}

/**
 * Polls while the panel is on the screen, one poll at a time: a kernel that is busy or gone gets no second one.
 * @param {string} view names this view among all of the panel
 * @param {Send} send
 * @param {() => boolean} isWanted whether the panel polls, and can be seen
 */
export function makePoller(view, send, isWanted) {
  let unanswered = "";
  let lastPoll = Date.now();
  let lastTouch = Date.now();

  function onActivity() {
    lastTouch = Date.now();
  }
  window.addEventListener("pointermove", onActivity, { passive: true });
  window.addEventListener("keydown", onActivity, { passive: true });

  const timer = setInterval(() => {
    const every = Date.now() - lastTouch > QUIET_AFTER ? POLL_SELDOM : POLL_EVERY;
    if (unanswered || document.hidden || Date.now() - lastPoll < every - 100 || !isWanted()) return;
    lastPoll = Date.now();
    unanswered = `${view}.poll.${lastPoll}`;
    try {
      send("poll", { id: unanswered });
    } catch {
      clearInterval(timer); // the kernel that this panel belongs to is gone
    }
  }, POLL_EVERY / 4);

  return {
    /** @param {string} id */
    onPong(id) {
      if (id === unanswered) unanswered = "";
    },
    stop() {
      clearInterval(timer);
      window.removeEventListener("pointermove", onActivity);
      window.removeEventListener("keydown", onActivity);
    },
  };
}

// @ts-check
// Asks for others' changes while the list can be seen.

const POLL_EVERY = 2000; // milliseconds, while others' changes are announced and the list is on the screen
const POLL_SELDOM = 10000; // after some minutes in which nothing happened
const QUIET_AFTER = 300000;

/**
 * Polls for others' changes: only while the list can be seen, and one poll at a time.
 * @param {HTMLElement} el
 * @param {{ isWanted: () => boolean, poll: () => number, acknowledged: () => number }} options
 */
export function makePoller(el, { isWanted, poll, acknowledged }) {
  let unanswered = 0;
  let isSeen = false;
  let lastAction = Date.now();
  let lastPoll = 0;
  const seen = new IntersectionObserver((entries) => { isSeen = entries[entries.length - 1].isIntersecting; });
  seen.observe(el);
  const timer = setInterval(() => {
    const every = Date.now() - lastAction > QUIET_AFTER ? POLL_SELDOM : POLL_EVERY;
    if (unanswered || !isSeen || document.hidden || !isWanted() || Date.now() - lastPoll < every - 100) return;
    lastPoll = Date.now();
    unanswered = poll();
  }, POLL_EVERY / 2);
  return {
    onAction() { lastAction = Date.now(); },
    settle() {
      if (unanswered <= acknowledged()) unanswered = 0;
    },
    close() {
      clearInterval(timer);
      seen.disconnect();
    },
  };
}

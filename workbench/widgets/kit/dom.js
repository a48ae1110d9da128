// @ts-check
// Helpers for the scripts of panels: elements, times, rendered HTML, random ids.

/**
 * An element; `text` is never read as markup.
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {string} [className]
 * @param {string} [text]
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}

/**
 * A time of the service as this person's clock and language have it.
 * @param {string} at ISO 8601
 * @returns {string}
 */
export function localTime(at) {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return at;
  return moment.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

/**
 * The day of a time of the service, as this person's clock and language have it.
 * @param {string} at ISO 8601
 * @returns {string}
 */
export function localDay(at) {
  const moment = new Date(at);
  return Number.isNaN(moment.getTime()) ? at : moment.toLocaleDateString([], { dateStyle: "medium" });
}

/**
 * A few random letters and digits.
 * @returns {string}
 */
export function randomId() {
  return Math.random().toString(36).slice(2, 10);
}

/**
 * Make links open elsewhere: one must not take the notebook away.
 * @param {Element} parent
 */
export function openLinksElsewhere(parent) {
  for (const link of parent.querySelectorAll("a")) {
    link.target = "_blank";
    link.rel = "noopener noreferrer nofollow";
  }
}

/**
 * The closest element around the event's target that matches the selector; `null` if there is none.
 * @param {Event} event
 * @param {string} selector
 * @returns {HTMLElement | null}
 */
export function closest(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}

/**
 * Subscribe to events of a model; returns a function that unsubscribes from all of them.
 * @param {import("@anywidget/types").AnyModel<any>} model
 * @param {[name: string, listener: (...args: any[]) => void][]} listeners
 * @returns {() => void}
 */
export function subscribe(model, listeners) {
  for (const [name, listener] of listeners) model.on(name, listener);
  return () => {
    for (const [name, listener] of listeners) model.off(/** @type {any} */ (name), listener);
  };
}

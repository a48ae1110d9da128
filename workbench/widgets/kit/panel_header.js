// @ts-check
// The header of a panel. State comes down as traits; what a person wants goes up as messages. No text becomes markup.

import { onCopyClick } from "./clipboard.js";
import { element, localTime, randomId, subscribe } from "./dom.js";
import { makePoller, watchTouches } from "./kernel_watch.js";
import { initialize } from "./late_start.js";

const FRAMES_TO_WAIT = 240; // until the front end has put the header into its panel
const DOWNLOAD_LASTS = 60000; // milliseconds that the browser has for a file

/**
 * @typedef {{
 *   label: string, can_refresh: boolean, comes_into_view: boolean, follows: boolean, busy: boolean, error: string,
 *   details: string, notice: string,
 * }} HeaderState
 * @typedef {import("@anywidget/types").AnyModel<HeaderState>} HeaderModel
 */

/** @type {WeakMap<HeaderModel, number>} Which headers on the page show the same panel. */
const ids = new WeakMap();
let lastId = 0;

/**
 * @param {string} text
 * @param {string} label
 * @param {() => void} onClick
 */
function iconButton(text, label, onClick) {
  const button = element("button", "wb-icon", text);
  button.type = "button";
  button.setAttribute("aria-label", label);
  button.title = label;
  button.addEventListener("click", onClick);
  return button;
}

/**
 * A sentence whose words between backticks are code.
 * @param {string} text
 * @returns {(string | HTMLElement)[]}
 */
function withCode(text) {
  return text.split(/`([^`]+)`/).map((part, place) => (place % 2 ? element("code", "", part) : part));
}

/**
 * Name, busy sign and the button that refreshes.
 * @param {HeaderModel} model
 */
function makeTitleLine(model) {
  const line = element("div", "wb-line");
  const name = element("div", "wb-name");
  const working = element("span", "wb-working");
  working.append(element("span", "wb-spinner"), element("span", "", "Working…"));
  const refresh = iconButton("\u21bb", "Refresh", () => model.send({ intent: "refresh" }));
  line.append(name, working, refresh);

  function updateLabel() {
    name.textContent = model.get("label");
    refresh.setAttribute("aria-label", `Refresh ${model.get("label")}`);
    refresh.hidden = !model.get("can_refresh");
  }
  function updateBusy() {
    working.classList.toggle("wb-on", model.get("busy"));
    refresh.setAttribute("aria-disabled", String(model.get("busy"))); // a disabled button would lose the focus
  }
  return { element: line, updateLabel, updateBusy };
}

/**
 * The last failure.
 * @param {HeaderModel} model
 */
function makeAlert(model) {
  const alert = element("div", "wb-error");
  alert.setAttribute("role", "alert");

  function update() {
    const error = model.get("error");
    alert.replaceChildren();
    alert.classList.toggle("wb-on", Boolean(error));
    if (!error) return;
    const sentence = element("p", "wb-sentence");
    sentence.append(...withCode(error));
    sentence.dir = "auto";
    const line = element("div", "wb-alert-line");
    line.append(sentence, iconButton("\u2715", "Dismiss this message", () => model.send({ intent: "dismiss" })));
    alert.append(line);
    const details = model.get("details");
    if (details) {
      const more = element("details");
      more.append(element("summary", "", "Details"), element("pre", "", details));
      alert.append(more);
    }
    alert.scrollIntoView({ block: "nearest" });
  }
  return { element: alert, update };
}

/**
 * The last message.
 * @param {HeaderModel} model
 */
function makeNotice(model) {
  const notice = element("div", "wb-notice");
  notice.setAttribute("role", "status");

  function update() {
    notice.replaceChildren(...withCode(model.get("notice")));
    notice.classList.toggle("wb-on", Boolean(model.get("notice")));
  }
  return { element: notice, update };
}

/**
 * JupyterLab takes line breaks away from text fields inside a cell, for every key that it gets to see.
 * @param {KeyboardEvent} event
 */
function keepKeys(event) {
  event.stopPropagation();
}

/**
 * The panel's root element: role and label, keys, focus, times in the person's time zone.
 * @param {HeaderModel} model
 */
function makeRoot(model) {
  /** @type {HTMLElement | null} */
  let root = null;
  /** @type {HTMLElement | null} */
  let lastFocus = null;
  const added = new MutationObserver(() => localizeTimes());

  function update() {
    if (!root) return;
    root.setAttribute("role", "region");
    root.setAttribute("aria-label", model.get("label"));
    root.setAttribute("data-lm-suppress-shortcuts", "true");
    root.setAttribute("aria-busy", String(model.get("busy")));
  }
  // Times that Python has written in UTC are shown as this person's clock has them.
  function localizeTimes() {
    const times = /** @type {NodeListOf<HTMLTimeElement>} */ (root?.querySelectorAll("time[data-wb-at]") ?? []);
    for (const time of times) {
      time.textContent = localTime(time.dataset.wbAt ?? "");
      delete time.dataset.wbAt;
    }
  }
  /** @param {FocusEvent} event */
  function rememberFocus(event) {
    if (!(event.target instanceof HTMLElement)) return;
    lastFocus = event.target;
    // A command's selector may name the focused element itself, so the mark on the root is not enough.
    lastFocus.setAttribute("data-lm-suppress-shortcuts", "true");
  }
  // A control that is switched off loses the focus; it gets it back when it is switched on again.
  function restoreFocus() {
    const control = lastFocus;
    const focused = document.activeElement;
    const isLost = focused === document.body || Boolean(focused && "disabled" in focused && focused.disabled);
    if (!isLost || !control?.isConnected) return;
    requestAnimationFrame(() => {
      if (!("disabled" in control && control.disabled)) control.focus({ preventScroll: true });
    });
  }
  function isOnScreen() {
    const box = root?.getBoundingClientRect();
    return Boolean(box?.height) && box !== undefined && box.bottom > 0 && box.top < window.innerHeight;
  }

  return {
    update,
    restoreFocus,
    isOnScreen,
    /** @param {HTMLElement} found */
    start(found) {
      root = found;
      root.addEventListener("click", onCopyClick);
      root.addEventListener("focusin", rememberFocus);
      root.addEventListener("keydown", keepKeys);
      added.observe(root, { childList: true, subtree: true });
      localizeTimes();
      update();
      const { top } = root.getBoundingClientRect();
      const isBelow = top > window.innerHeight * 0.6 || top < 0;
      if (model.get("comes_into_view") && isBelow) root.scrollIntoView({ block: "start" });
    },
    stop() {
      added.disconnect();
      root?.removeEventListener("click", onCopyClick);
      root?.removeEventListener("focusin", rememberFocus);
      root?.removeEventListener("keydown", keepKeys);
    },
  };
}

/**
 * Download a file to the browser's download folder.
 * @param {string} name
 * @param {DataView[]} buffers
 */
function download(name, buffers) {
  const link = element("a", "wb-offscreen");
  link.href = URL.createObjectURL(new Blob(/** @type {BlobPart[]} */ (buffers)));
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_LASTS);
}

/** @type {import("@anywidget/types").Render<HeaderState>} */
function render({ model, el }) {
  const id = ids.get(model) ?? (lastId += 1);
  ids.set(model, id);
  const view = randomId();
  const titleLine = makeTitleLine(model);
  const waiting = element("p", "wb-hint wb-waiting");
  waiting.setAttribute("role", "status");
  const alert = makeAlert(model);
  const notice = makeNotice(model);
  el.classList.add("wb-header");
  el.dataset.wbHead = String(id);
  el.append(titleLine.element, waiting, alert.element, notice.element);

  const root = makeRoot(model);
  /** @type {import("./kernel_watch.js").Send} */
  const send = (intent, fields) => model.send({ intent, ...fields });
  const touches = watchTouches(view, send, waiting);
  const poller = makePoller(view, send, () => model.get("follows") && root.isOnScreen());

  let frames = 0;
  let frame = 0;
  let connection = 0;
  function findRoot() {
    const found = /** @type {HTMLElement | null} */ (el.closest(".wb-panel"));
    if (found) {
      root.start(found);
      touches.start(found);
    } else if (frames < FRAMES_TO_WAIT) {
      frames += 1;
      frame = requestAnimationFrame(findRoot);
    }
  }

  // Our extension keeps a panel while the HTML that is saved with it is replaced; other front ends draw it again.
  function sendWhereDrawn() {
    if (el.isConnected) model.send({ intent: "drawn", keeps: Boolean(el.closest(".wb-saved-panel")) });
    else if (frames < FRAMES_TO_WAIT) connection = requestAnimationFrame(sendWhereDrawn);
    frames += 1;
  }
  function onLabel() {
    titleLine.updateLabel();
    root.update();
  }
  function onBusy() {
    titleLine.updateBusy();
    root.update();
    if (!model.get("busy")) root.restoreFocus();
  }
  // A file is handed over by one view of several.
  const isFirst = () => document.querySelector(`[data-wb-head="${id}"]`) === el;
  /** @param {{ pong?: string, download?: string }} message @param {DataView[]} [buffers] */
  function onMessage(message, buffers) {
    if (message?.pong) {
      touches.onPong(message.pong);
      poller.onPong(message.pong);
    }
    if (typeof message?.download === "string" && buffers?.length && isFirst()) download(message.download, buffers);
  }

  const unsubscribe = subscribe(model, [
    ["msg:custom", onMessage], ["change:label", onLabel], ["change:can_refresh", onLabel], ["change:busy", onBusy],
    ["change:error", alert.update], ["change:details", alert.update], ["change:notice", notice.update],
  ]);
  onLabel();
  onBusy();
  alert.update();
  notice.update();
  findRoot();
  model.send({ intent: "shown" });
  sendWhereDrawn();

  return () => {
    cancelAnimationFrame(frame);
    cancelAnimationFrame(connection);
    unsubscribe();
    poller.stop();
    touches.stop();
    root.stop();
  };
}

export default { initialize, render };

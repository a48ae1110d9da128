// Bundled by `make scripts`; change the modules beside the panels.

// workbench/widgets/kit/dom.js
function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}
function localTime(at) {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return at;
  return moment.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}
function randomId() {
  return Math.random().toString(36).slice(2, 10);
}
function closest(event, selector) {
  return event.target instanceof Element ? event.target.closest(selector) : null;
}
function subscribe(model, listeners) {
  for (const [name, listener] of listeners) model.on(name, listener);
  return () => {
    for (const [name, listener] of listeners) model.off(
      /** @type {any} */
      name,
      listener
    );
  };
}

// workbench/widgets/kit/clipboard.js
var SHOWN_FOR = 1600;
async function onCopyClick(event) {
  const button = closest(event, "[data-wb-copy]");
  if (!button) return;
  const label = button.dataset.wbLabel ?? button.textContent ?? "";
  button.dataset.wbLabel = label;
  const isCopied = await copy(button.dataset.wbCopy ?? "");
  button.textContent = isCopied ? "Copied" : "Press Ctrl+C";
  setTimeout(() => {
    button.textContent = label;
  }, SHOWN_FOR);
}
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = element("textarea", "wb-offscreen");
    field.value = text;
    document.body.append(field);
    const focused = document.activeElement;
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return isCopied;
  }
}

// workbench/widgets/kit/kernel_watch.js
var POLL_EVERY = 4e3;
var POLL_SELDOM = 2e4;
var QUIET_AFTER = 6e5;
var PATIENCE = 600;
var TOUCHED = "button:not([data-wb-copy]), select, nav a, [role=option], [role=tab], [role=listbox]";
var WAITING = "The notebook is busy: a cell may be running. This runs when it finishes. If the kernel was restarted, run the cell again, or load the page again.";
var WAITING_ON_PAGE = "The workbench is busy. This runs when it is ready; if nothing happens, load the page again.";
function watchTouches(view, send, note) {
  let root = null;
  let pings = 0;
  let timer = 0;
  function ping() {
    pings += 1;
    try {
      send("ping", { id: `${view}.${pings}` });
    } catch {
    }
  }
  function onTouch(event) {
    if (event instanceof KeyboardEvent && event.key !== "Enter" && event.key !== " ") return;
    const target = closest(event, TOUCHED);
    if (!target || target.closest(".wb-panel") !== root || target.closest(".wb-blocks")) return;
    setTimeout(ping);
    clearTimeout(timer);
    timer = setTimeout(() => {
      note.textContent = document.getElementById("rendered_cells") ? WAITING_ON_PAGE : WAITING;
    }, PATIENCE);
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
    }
  };
}
function makePoller(view, send, isWanted) {
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
      clearInterval(timer);
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
    }
  };
}

// workbench/widgets/kit/late_start.js
var PROBE = "_late_start_probe";
var NO_METHOD = { content: { data: { method: "none" } } };
function initialize({ model }) {
  const itself = modelItself(model);
  if (!itself) return;
  itself._handle_comm_msg(NO_METHOD).catch(() => hearAgain(itself));
}
function modelItself(model) {
  let found;
  const note = (changed) => {
    found = changed;
  };
  model.on(`change:${PROBE}`, note);
  model.set(PROBE, true);
  model.off(`change:${PROBE}`, note);
  found?.unset(PROBE, { silent: true });
  if (found?._buffered_state_diff) delete found._buffered_state_diff[PROBE];
  return found;
}
function hearAgain(itself) {
  const handle = inherited(itself);
  if (!itself.comm || !handle) return;
  itself.comm.on_msg((message) => handle.call(itself, message));
  itself.comm.send({ method: "request_state" });
}
function inherited(itself) {
  const found = [];
  for (let type = Object.getPrototypeOf(itself); type; type = Object.getPrototypeOf(type)) {
    if (Object.hasOwn(type, "_handle_comm_msg")) found.push(type._handle_comm_msg);
  }
  return found[1];
}

// workbench/widgets/kit/panel_header.js
var FRAMES_TO_WAIT = 240;
var DOWNLOAD_LASTS = 6e4;
var ids = /* @__PURE__ */ new WeakMap();
var lastId = 0;
function iconButton(text, label, onClick) {
  const button = element("button", "wb-icon", text);
  button.type = "button";
  button.setAttribute("aria-label", label);
  button.title = label;
  button.addEventListener("click", onClick);
  return button;
}
function withCode(text) {
  return text.split(/`([^`]+)`/).map((part, place) => place % 2 ? element("code", "", part) : part);
}
function makeTitleLine(model) {
  const line = element("div", "wb-line");
  const name = element("div", "wb-name");
  const working = element("span", "wb-working");
  working.append(element("span", "wb-spinner"), element("span", "", "Working\u2026"));
  const refresh = iconButton("\u21BB", "Refresh", () => model.send({ intent: "refresh" }));
  line.append(name, working, refresh);
  function updateLabel() {
    name.textContent = model.get("label");
    refresh.setAttribute("aria-label", `Refresh ${model.get("label")}`);
    refresh.hidden = !model.get("can_refresh");
  }
  function updateBusy() {
    working.classList.toggle("wb-on", model.get("busy"));
    refresh.setAttribute("aria-disabled", String(model.get("busy")));
  }
  return { element: line, updateLabel, updateBusy };
}
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
function makeNotice(model) {
  const notice = element("div", "wb-notice");
  notice.setAttribute("role", "status");
  function update() {
    notice.replaceChildren(...withCode(model.get("notice")));
    notice.classList.toggle("wb-on", Boolean(model.get("notice")));
  }
  return { element: notice, update };
}
function keepKeys(event) {
  event.stopPropagation();
}
function makeRoot(model) {
  let root = null;
  let lastFocus = null;
  const added = new MutationObserver(() => localizeTimes());
  function update() {
    if (!root) return;
    root.setAttribute("role", "region");
    root.setAttribute("aria-label", model.get("label"));
    root.setAttribute("data-lm-suppress-shortcuts", "true");
    root.setAttribute("aria-busy", String(model.get("busy")));
  }
  function localizeTimes() {
    const times = (
      /** @type {NodeListOf<HTMLTimeElement>} */
      root?.querySelectorAll("time[data-wb-at]") ?? []
    );
    for (const time of times) {
      time.textContent = localTime(time.dataset.wbAt ?? "");
      delete time.dataset.wbAt;
    }
  }
  function rememberFocus(event) {
    if (!(event.target instanceof HTMLElement)) return;
    lastFocus = event.target;
    lastFocus.setAttribute("data-lm-suppress-shortcuts", "true");
  }
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
    return Boolean(box?.height) && box !== void 0 && box.bottom > 0 && box.top < window.innerHeight;
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
    }
  };
}
function download(name, buffers) {
  const link = element("a", "wb-offscreen");
  link.href = URL.createObjectURL(new Blob(
    /** @type {BlobPart[]} */
    buffers
  ));
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(link.href), DOWNLOAD_LASTS);
}
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
  const send = (intent, fields) => model.send({ intent, ...fields });
  const touches = watchTouches(view, send, waiting);
  const poller = makePoller(view, send, () => model.get("follows") && root.isOnScreen());
  let frames = 0;
  let frame = 0;
  let connection = 0;
  function findRoot() {
    const found = (
      /** @type {HTMLElement | null} */
      el.closest(".wb-panel")
    );
    if (found) {
      root.start(found);
      touches.start(found);
    } else if (frames < FRAMES_TO_WAIT) {
      frames += 1;
      frame = requestAnimationFrame(findRoot);
    }
  }
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
  const isFirst = () => document.querySelector(`[data-wb-head="${id}"]`) === el;
  function onMessage(message, buffers) {
    if (message?.pong) {
      touches.onPong(message.pong);
      poller.onPong(message.pong);
    }
    if (typeof message?.download === "string" && buffers?.length && isFirst()) download(message.download, buffers);
  }
  const unsubscribe = subscribe(model, [
    ["msg:custom", onMessage],
    ["change:label", onLabel],
    ["change:can_refresh", onLabel],
    ["change:busy", onBusy],
    ["change:error", alert.update],
    ["change:details", alert.update],
    ["change:notice", notice.update]
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
var panel_header_default = { initialize, render };
export {
  panel_header_default as default
};

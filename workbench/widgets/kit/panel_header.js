// The head of a panel. State comes down as traits; what a person wants goes up as messages. No text becomes markup.

const FRAMES_TO_WAIT = 240; // until the front end has put the head into its panel

const LOOK_EVERY = 4000; // milliseconds, while the panel is looked at: it follows what happens elsewhere
const LOOK_SELDOM = 20000; // when nobody has touched the page for some minutes
const QUIET_AFTER = 600000;
const PATIENCE = 600; // milliseconds that a kernel may be silent before a person is told why nothing happens
const TOUCHED = "button:not([data-wb-copy]), select, [role=option], [role=tab]";

const ids = new WeakMap(); // which heads on the page show the same panel
let made = 0;

function element(tag, className, text = "") {
  const made = document.createElement(tag);
  made.className = className;
  made.textContent = text;
  return made;
}

function button(className, text, label, onClick) {
  const made = element("button", className, text);
  made.type = "button";
  made.setAttribute("aria-label", label);
  made.title = label;
  made.addEventListener("click", onClick);
  return made;
}

// A time of the service as this person's clock and language have it.
function localTime(at) {
  const moment = new Date(at);
  if (Number.isNaN(moment.getTime())) return at;
  return moment.toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
}

// A sentence whose words between backticks are code.
function spelled(text) {
  return text.split(/`([^`]+)`/).map((part, place) => (place % 2 ? element("code", "", part) : part));
}

// Copying is the browser's business: any button inside the panel with `data-wb-copy` copies its text.
async function copied(event) {
  const asked = event.target.closest?.("[data-wb-copy]");
  if (!asked) return;
  const before = asked.dataset.wbLabel ?? asked.textContent;
  asked.dataset.wbLabel = before;
  const text = asked.dataset.wbCopy;
  const done = await toClipboard(text);
  asked.textContent = done ? "Copied" : "Press Ctrl+C";
  setTimeout(() => { asked.textContent = before; }, 1600);
}

async function toClipboard(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = element("textarea", "wb-offscreen");
    field.value = text;
    document.body.append(field);
    const focused = document.activeElement;
    field.select();
    const done = document.execCommand("copy");
    field.remove();
    focused?.focus?.();
    return done;
  }
}

function render({ model, el }) {
  el.classList.add("wb-masthead");
  const id = (ids.has(model) ? ids : ids.set(model, ++made)).get(model);
  el.dataset.wbHead = id;
  const send = (intent) => model.send({ intent });

  const line = element("div", "wb-line");
  const name = element("div", "wb-name");
  const working = element("span", "wb-working");
  working.append(element("span", "wb-spinner"), element("span", "", "Working …"));
  const again = button("wb-icon", "\u21bb", "Refresh", () => send("refresh"));
  line.append(name, working, again);

  const alert = element("div", "wb-error");
  alert.setAttribute("role", "alert");
  const waiting = element("p", "wb-hint wb-waiting");
  waiting.setAttribute("role", "status");
  const notice = element("div", "wb-notice");
  notice.setAttribute("role", "status");
  el.append(line, waiting, alert, notice);

  let root = null;
  const clock = new MutationObserver(() => localize());
  let frames = 0;
  let pending = 0;
  let lastFocus = null;

  function mark() {
    if (!root) return;
    root.setAttribute("role", "region");
    root.setAttribute("aria-label", model.get("label"));
    root.setAttribute("data-lm-suppress-shortcuts", "true");
    root.setAttribute("aria-busy", String(model.get("busy")));
  }
  function find() {
    root = el.closest(".wb-panel");
    if (!root && frames++ < FRAMES_TO_WAIT) {
      pending = requestAnimationFrame(find);
      return;
    }
    root?.addEventListener("click", copied);
    root?.addEventListener("focusin", remember);
    root?.addEventListener("keydown", keepKeys);
    for (const kind of ["click", "change", "keydown"]) root?.addEventListener(kind, touched, true);
    if (root) {
      clock.observe(root, { childList: true, subtree: true });
      localize();
      if (model.get("comes_into_view")) reveal();
    }
    mark();
  }
  // Times that Python has written in UTC are shown as this person's clock has them.
  function localize() {
    for (const time of root.querySelectorAll("time[data-wb-at]")) {
      time.textContent = localTime(time.dataset.wbAt);
      delete time.dataset.wbAt;
    }
  }
  // What opens below the fold is brought into view.
  function reveal() {
    const { top } = root.getBoundingClientRect();
    if (top > window.innerHeight * 0.6 || top < 0) root.scrollIntoView({ block: "start" });
  }
  // Whoever touches something is told when the kernel is busy: each touch is followed by a question that it answers.
  const view = Math.random().toString(36).slice(2);
  let asked = 0;
  let patient = 0;
  function touched(event) {
    if (event.type === "keydown" && event.key !== "Enter" && event.key !== " ") return;
    const target = event.target.closest?.(`${TOUCHED}, [role=listbox]`);
    if (!target || target.closest(".wb-panel") !== root || target.closest(".wb-blocks")) return; // blocks say it themselves
    setTimeout(hear); // behind what the touch itself sends
    clearTimeout(patient);
    patient = setTimeout(() => {
      waiting.textContent = "Nothing has heard this yet: a cell may be running. It is done when that ends. "
        + "If the kernel was restarted, run the cell again, or load the page again.";
    }, PATIENCE);
  }
  function hear() {
    try {
      model.send({ intent: "hear", mark: `${view}.${++asked}` });
    } catch {
      // the kernel that this panel belongs to is gone: nobody answers, and that is said
    }
  }
  // Looking around: one at a time, only while the panel is on the screen; a kernel that is busy or gone hears no second.
  let looked = "";
  let lastLook = Date.now();
  let lastTouch = Date.now();
  function alive() { lastTouch = Date.now(); }
  window.addEventListener("pointermove", alive, { passive: true });
  window.addEventListener("keydown", alive, { passive: true });
  const looking = setInterval(() => {
    const every = Date.now() - lastTouch > QUIET_AFTER ? LOOK_SELDOM : LOOK_EVERY;
    if (!model.get("follows") || looked || document.hidden || !isSeen() || Date.now() - lastLook < every - 100) return;
    lastLook = Date.now();
    looked = `${view}.look.${lastLook}`;
    try {
      model.send({ intent: "look", mark: looked });
    } catch {
      clearInterval(looking); // the kernel that this panel belongs to is gone
    }
  }, LOOK_EVERY / 4);
  function isSeen() {
    const box = root?.getBoundingClientRect();
    return Boolean(box?.height) && box.bottom > 0 && box.top < window.innerHeight;
  }
  function onHeard(mark) {
    if (mark === looked) looked = "";
    if (mark !== `${view}.${asked}`) return;
    clearTimeout(patient);
    waiting.textContent = "";
  }
  // JupyterLab takes line breaks away from text fields inside a cell, for every key that it gets to see.
  function keepKeys(event) {
    event.stopPropagation();
  }
  function remember(event) {
    lastFocus = event.target;
    // A command's selector may name the focused element itself, so the mark on the root is not enough.
    lastFocus.setAttribute("data-lm-suppress-shortcuts", "true");
  }

  function sayLabel() {
    name.textContent = model.get("label");
    again.setAttribute("aria-label", `Refresh ${model.get("label")}`);
    again.hidden = !model.get("can_refresh");
    mark();
  }
  function sayBusy() {
    const busy = model.get("busy");
    working.classList.toggle("wb-on", busy);
    again.disabled = busy;
    mark();
    // A control that is switched off loses the focus; it gets it back when it is switched on again.
    const lost = document.activeElement === document.body || document.activeElement?.disabled;
    if (!busy && lost && lastFocus?.isConnected) {
      requestAnimationFrame(() => { if (!lastFocus.disabled) lastFocus.focus({ preventScroll: true }); });
    }
  }
  function sayError() {
    const error = model.get("error");
    alert.replaceChildren();
    alert.classList.toggle("wb-on", Boolean(error));
    if (!error) return;
    const sentence = element("p", "wb-sentence");
    sentence.append(...spelled(error));
    sentence.dir = "auto";
    const top = element("div", "wb-alert-line");
    top.append(sentence, button("wb-icon", "\u2715", "Dismiss this message", () => send("dismiss")));
    alert.append(top);
    const details = model.get("details");
    if (details) {
      const more = element("details", "");
      more.append(element("summary", "", "Details"), element("pre", "", details));
      alert.append(more);
    }
    alert.scrollIntoView({ block: "nearest" });
  }
  function sayNotice() {
    notice.replaceChildren(...spelled(model.get("notice")));
    notice.classList.toggle("wb-on", Boolean(model.get("notice")));
  }

  // A file that Python hands over is kept where the browser keeps its downloads. One view of several does it.
  function onMessage(message, buffers) {
    if (message?.heard) onHeard(message.heard);
    if (typeof message?.keep !== "string" || !buffers?.length || !isFirst()) return;
    const link = element("a", "wb-offscreen");
    link.href = URL.createObjectURL(new Blob(buffers));
    link.download = message.keep;
    document.body.append(link);
    link.click();
    link.remove();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }
  function isFirst() { return document.querySelector(`[data-wb-head="${id}"]`) === el; }

  model.on("msg:custom", onMessage);
  const listeners = [
    ["change:label", sayLabel], ["change:can_refresh", sayLabel], ["change:busy", sayBusy],
    ["change:error", sayError], ["change:details", sayError], ["change:notice", sayNotice],
  ];
  listeners.forEach(([name, listener]) => model.on(name, listener));
  [sayLabel, sayBusy, sayError, sayNotice].forEach((say) => say());
  find();
  send("shown");

  return () => {
    cancelAnimationFrame(pending);
    clearTimeout(patient);
    clearInterval(looking);
    clock.disconnect();
    window.removeEventListener("pointermove", alive);
    window.removeEventListener("keydown", alive);
    for (const kind of ["click", "change", "keydown"]) root?.removeEventListener(kind, touched, true);
    model.off("msg:custom", onMessage);
    listeners.forEach(([name, listener]) => model.off(name, listener));
    root?.removeEventListener("click", copied);
    root?.removeEventListener("focusin", remember);
    root?.removeEventListener("keydown", keepKeys);
  };
}

export default { render };

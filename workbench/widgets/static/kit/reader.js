// Bundled by `make scripts`; change the modules beside the panels.

// workbench/widgets/kit/dom.js
function element(tag, className = "", text = "") {
  const made = document.createElement(tag);
  if (className) made.className = className;
  if (text) made.textContent = text;
  return made;
}
function openLinksElsewhere(parent) {
  for (const link of parent.querySelectorAll("a")) {
    link.target = "_blank";
    link.rel = "noopener noreferrer nofollow";
  }
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

// workbench/widgets/kit/reader.js
function render({ model, el }) {
  el.classList.add("wb-reader");
  const text = element("div", "bl-rendered bl-lesson");
  text.setAttribute("role", "group");
  text.tabIndex = 0;
  const more = element("button", "wb-more");
  more.type = "button";
  el.append(text, more);
  function settle() {
    openLinksElsewhere(text);
    el.hidden = text.childNodes.length === 0;
  }
  function onMessage(message) {
    if (typeof message?.html === "string") {
      text.innerHTML = message.html;
      text.lang = message.language ?? "";
      text.dir = message.direction ?? "";
      text.scrollTop = 0;
    } else if (typeof message?.add === "string") {
      text.insertAdjacentHTML("beforeend", message.add);
    }
    settle();
  }
  function update() {
    text.setAttribute("aria-label", model.get("label"));
    more.textContent = model.get("more");
    more.hidden = !model.get("more");
  }
  more.addEventListener("click", () => model.send({ intent: "more" }));
  const unsubscribe = subscribe(model, [
    ["msg:custom", onMessage],
    ["change:label", update],
    ["change:more", update]
  ]);
  update();
  settle();
  model.send({ intent: "ready" });
  return unsubscribe;
}
var reader_default = { initialize, render };
export {
  reader_default as default
};

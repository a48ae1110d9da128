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
var reader_default = { render };
export {
  reader_default as default
};

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

// workbench/widgets/kit/previews.js
var UNFILLED = "figure[data-asset]:not([data-filled])";
var SHOWN = { image: "img", audio: "audio", video: "video" };
var NEAR = "400px";
function makePreviews(root, ask) {
  const previews = /* @__PURE__ */ new Map();
  async function load(asset) {
    const { type, why = "", lasts = true, buffers } = await ask(asset);
    if (!lasts) previews.delete(asset);
    if (!type || !buffers?.length) return { address: "", why };
    const blob = new Blob([
      /** @type {BlobPart} */
      buffers[0]
    ], { type });
    return { address: URL.createObjectURL(blob), why: "" };
  }
  async function fill(figure) {
    const { asset = "", kind = "" } = figure.dataset;
    const tag = SHOWN[
      /** @type {keyof typeof SHOWN} */
      kind
    ];
    const words = figure.querySelector(".missing");
    if (!tag || !asset || !words) return;
    let preview = previews.get(asset);
    if (!preview) previews.set(asset, preview = load(asset));
    const { address, why } = await preview;
    if (!address) {
      if (why) words.append(element("br"), element("span", "why", why));
      return;
    }
    const shown = (
      /** @type {HTMLImageElement | HTMLMediaElement} */
      element(
        /** @type {"img"} */
        tag
      )
    );
    if (shown instanceof HTMLImageElement) {
      shown.alt = figure.dataset.alternative ?? "";
    } else {
      shown.controls = true;
      shown.setAttribute("aria-label", figure.querySelector("figcaption")?.textContent || words.textContent || "");
    }
    shown.addEventListener("error", () => {
      words.append(element("br"), element("span", "why", "This browser can't show it."));
      shown.replaceWith(words);
    });
    shown.src = address;
    words.replaceWith(shown);
  }
  const seen = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      seen.unobserve(target);
      void fill(
        /** @type {HTMLElement} */
        target
      );
    }
  }, { rootMargin: NEAR });
  function lookAtAll() {
    for (
      const figure of
      /** @type {NodeListOf<HTMLElement>} */
      root.querySelectorAll(UNFILLED)
    ) {
      figure.dataset.filled = "yes";
      seen.observe(figure);
    }
  }
  const observer = new MutationObserver(lookAtAll);
  observer.observe(root, { childList: true, subtree: true });
  lookAtAll();
  return {
    async close() {
      observer.disconnect();
      seen.disconnect();
      for (const { address } of await Promise.all(previews.values())) if (address) URL.revokeObjectURL(address);
    }
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
  const asked = /* @__PURE__ */ new Map();
  const previews = makePreviews(text, (asset) => new Promise((resolve) => {
    asked.set(asset, resolve);
    model.send({ intent: "asset", asset });
  }));
  function onMessage(message, buffers) {
    if (typeof message?.asset === "string") asked.get(message.asset)?.({ type: message.type, why: message.why, buffers });
    if (typeof message?.html === "string") {
      text.innerHTML = message.html;
      text.lang = message.language ?? "";
      text.dir = message.direction ?? "";
      const [light, dark = light] = message.accent ?? [];
      text.classList.toggle("bl-themed", Boolean(light));
      text.style.setProperty("--wb-accent-light", light ?? "");
      text.style.setProperty("--wb-accent-dark", dark ?? "");
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
  return () => {
    unsubscribe();
    void previews.close();
  };
}
var reader_default = { initialize, render };
export {
  reader_default as default
};

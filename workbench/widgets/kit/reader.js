// @ts-check
// A reading pane. Its content comes as messages: only HTML that Python has rendered and sanitised.

import { element, openLinksElsewhere, subscribe } from "./dom.js";
import { initialize } from "./late_start.js";
import { makePreviews } from "./previews.js";

/** @typedef {{ label: string, more: string }} ReaderState */

/** @type {import("@anywidget/types").Render<ReaderState>} */
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
  /** @type {Map<string, (answer: import("./previews.js").PreviewAnswer) => void>} */
  const asked = new Map(); // pictures and recordings that Python is to send
  const previews = makePreviews(text, (asset) => new Promise((resolve) => {
    asked.set(asset, resolve);
    model.send({ intent: "asset", asset });
  }));
  /**
   * @param {{
   *   html?: string, language?: string, direction?: string, add?: string, asset?: string, type?: string, why?: string,
   *   accent?: string[],
   * }} message
   * @param {DataView[]} [buffers]
   */
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
    ["msg:custom", onMessage], ["change:label", update], ["change:more", update],
  ]);
  update();
  settle();
  model.send({ intent: "ready" });
  return () => {
    unsubscribe();
    void previews.close();
  };
}

export default { initialize, render };

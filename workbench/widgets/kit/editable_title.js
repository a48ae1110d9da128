// @ts-check
// A title that is edited in place, followed by tags.

import { element, subscribe } from "./dom.js";
import { makeTitleEditor } from "./title_editor.js";
import { initialize } from "./late_start.js";

/**
 * @typedef {{
 *   label: string, thing: string, text: string, tags: { text: string, tone: string }[], editable: boolean,
 *   disabled: boolean, drafts: import("./drafts.js").DraftOwner,
 * }} TitleState
 */

/** @type {import("@anywidget/types").Render<TitleState>} */
function render({ model, el }) {
  el.classList.add("wb-editable-title");
  const title = element("strong", "wb-title");
  title.dir = "auto";
  const change = element("button", "wb-icon", "\u270e");
  change.type = "button";
  const tags = element("span", "wb-tags");
  el.append(title, change, tags);
  const editor = makeTitleEditor({
    host: el,
    owner: () => model.get("drafts"),
    find: (id) => (id && id === model.get("thing") ? title : null),
    send: (edit) => model.send({ intent: "retitle", ...edit }),
    leave: () => change.focus(),
  });

  function begin() {
    const text = model.get("text");
    if (!model.get("editable") || model.get("disabled")) return;
    editor.start({ id: model.get("thing"), text, base: text, label: model.get("label") }, { focus: true });
  }
  function update() {
    title.textContent = model.get("text");
    change.hidden = !model.get("editable");
    change.disabled = model.get("disabled");
    change.title = model.get("label");
    change.setAttribute("aria-label", model.get("label"));
    tags.replaceChildren(...model.get("tags").map((tag) => element("span", `wb-tag wb-${tag.tone}`, tag.text)));
    editor.place();
    if (model.get("editable")) editor.restore(() => model.get("label"));
  }
  /** @param {{ edit?: string, titled?: string, isSaved?: boolean }} message */
  function onMessage(message) {
    if (typeof message?.edit === "string") begin();
    if (typeof message?.titled === "string") editor.answered(message.titled, message.isSaved === true);
  }

  change.addEventListener("click", begin);
  title.addEventListener("dblclick", begin);
  const resized = new ResizeObserver(() => editor.place());
  resized.observe(el);
  const unsubscribe = subscribe(model, [
    ...["label", "thing", "text", "tags", "editable", "disabled", "drafts"].map(
      (name) => /** @type {[string, () => void]} */ ([`change:${name}`, update]),
    ),
    ["msg:custom", onMessage],
  ]);
  update();
  return () => {
    unsubscribe();
    resized.disconnect();
  };
}

export default { initialize, render };

// @ts-check
// Tags to be edited: a chip for each, and a field for another one. Only what is saved goes up, as one message.

import { closest, element, randomId, subscribe } from "../kit/dom.js";
import { initialize } from "../kit/late_start.js";

/**
 * @typedef {{ label: string, tags: string[], known: string[], disabled: boolean, is_open: boolean }} EditorState
 */

/** Tags are the same whatever their case and blanks. @param {string} tag */
const folded = (tag) => tag.normalize("NFC").toLowerCase().split(/\s+/).join(" ").trim();

/**
 * A tag, with a button that searches for it and one that takes it away.
 * @param {string} tag
 */
function makeChip(tag) {
  const chip = element("li", "wb-tag-chip");
  const search = element("button", "wb-tag-search", tag);
  search.type = "button";
  search.dir = "auto";
  search.title = `Search for ${tag}`;
  const remove = element("button", "wb-tag-remove", "×");
  remove.type = "button";
  remove.setAttribute("aria-label", `Remove ${tag}`);
  chip.append(search, remove);
  return chip;
}

/** The field, its label, the tags in use, and the buttons. */
function makeParts() {
  const id = `wb-tags-${randomId()}`;
  const label = element("label", "wb-tags-label");
  label.htmlFor = id;
  const list = element("ul", "wb-tag-list");
  const input = element("input", "wb-field");
  input.id = id;
  input.dir = "auto";
  input.autocomplete = "off";
  input.placeholder = "Add a tag, then press Enter";
  const known = element("datalist");
  known.id = `${id}-known`;
  input.setAttribute("list", known.id);
  const save = element("button", "jupyter-button mod-primary", "Save tags");
  const cancel = element("button", "jupyter-button", "Cancel");
  save.type = cancel.type = "button";
  const said = element("span", "wb-offscreen");
  said.setAttribute("role", "status");
  return { label, list, input, known, save, cancel, said };
}

/** @type {import("@anywidget/types").Render<EditorState>} */
function render({ model, el }) {
  const { label, list, input, known, save, cancel, said } = makeParts();
  const field = element("span", "wb-tag-field");
  field.append(list, input, known);
  const buttons = element("span", "wb-tag-buttons");
  buttons.append(cancel, save);
  el.classList.add("wb-tag-editor");
  el.append(label, field, buttons, said);
  /** @type {string[]} */
  let tags = [];
  let wantsFocus = false;

  function offer() {
    const there = new Set(tags.map(folded));
    known.replaceChildren(
      ...model.get("known").filter((tag) => !there.has(folded(tag))).map((tag) => {
        const option = element("option");
        option.value = tag;
        return option;
      }),
    );
  }
  function show() {
    list.replaceChildren(...tags.map(makeChip));
    list.setAttribute("aria-label", model.get("label"));
    offer();
  }
  function takeOver() {
    tags = [...model.get("tags")];
    show();
  }
  function update() {
    label.textContent = model.get("label");
    for (const part of [input, save, cancel]) part.disabled = model.get("disabled");
    el.classList.toggle("wb-off", model.get("disabled"));
    if (wantsFocus && !model.get("disabled")) {
      wantsFocus = false;
      requestAnimationFrame(() => input.focus());
    }
  }
  // What is in the field becomes a tag, or several with commas between; in the spelling that is in use.
  function add() {
    const wanted = input.value.split(/[,;]/).map((tag) => tag.split(/\s+/).join(" ").trim()).filter(Boolean);
    input.value = "";
    for (const wantedTag of wanted) {
      const tag = model.get("known").find((one) => folded(one) === folded(wantedTag)) ?? wantedTag;
      if (!tags.some((one) => folded(one) === folded(tag))) tags.push(tag);
      said.textContent = `${tag} added.`;
    }
    show();
  }
  /** @param {number} place */
  function remove(place) {
    const [tag] = tags.splice(place, 1);
    said.textContent = `${tag} removed.`;
    show();
    input.focus();
  }
  function finish() {
    add();
    model.send({ intent: "save", tags });
  }
  /** @param {KeyboardEvent} event */
  function onKey(event) {
    if (event.isComposing || model.get("disabled")) return;
    if (event.key === "Escape") model.send({ intent: "cancel" });
    else if (event.target !== input) return;
    else if (event.key === "Enter" && input.value.trim()) add();
    else if (event.key === "Enter") finish();
    else if (event.key === "," || event.key === ";") add();
    else if (event.key === "Backspace" && !input.value && tags.length) remove(tags.length - 1);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
  /** @param {MouseEvent} event */
  function onClick(event) {
    const chip = closest(event, ".wb-tag-chip");
    if (!chip || model.get("disabled")) return;
    const place = [...list.children].indexOf(chip);
    if (closest(event, ".wb-tag-remove")) remove(place);
    else if (closest(event, ".wb-tag-search")) model.send({ intent: "search", tag: tags[place] });
  }
  /** @param {{ do?: string }} message */
  function onMessage(message) {
    if (message?.do !== "begin") return;
    input.value = "";
    takeOver();
    wantsFocus = true; // once the panel has finished reading the tags in use
    update();
  }

  el.addEventListener("keydown", onKey);
  list.addEventListener("click", onClick);
  save.addEventListener("click", finish);
  cancel.addEventListener("click", () => model.send({ intent: "cancel" }));
  const unsubscribe = subscribe(model, [
    ["change:tags", takeOver], ["change:known", offer], ["change:label", update], ["change:disabled", update],
    ["msg:custom", onMessage],
  ]);
  update();
  takeOver();
  return unsubscribe;
}

export default { initialize, render };

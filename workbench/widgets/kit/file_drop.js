// @ts-check
// A place to drop a file on. Its bytes go up in parts: one message to a kernel has no room for a large file.

import { element, randomId, subscribe } from "./dom.js";
import { initialize } from "./late_start.js";

const PART = 1000000; // bytes

/** @typedef {{ label: string, hint: string, accept: string, max_bytes: number, many: boolean, disabled: boolean }} DropState */

/** @type {import("@anywidget/types").Render<DropState>} */
function render({ model, el }) {
  el.classList.add("wb-drop");
  const input = element("input", "wb-file");
  input.type = "file";
  input.id = `wb-drop-${randomId()}`;
  const label = element("label", "wb-drop-label");
  label.htmlFor = input.id;
  const hint = element("span", "wb-drop-hint");
  hint.id = `${input.id}-hint`;
  input.setAttribute("aria-describedby", hint.id);
  const state = element("span", "wb-drop-state");
  state.setAttribute("role", "status");
  el.append(label, input, hint, state);

  function update() {
    label.textContent = model.get("label");
    hint.textContent = model.get("hint");
    input.accept = model.get("accept");
    input.multiple = model.get("many");
    input.disabled = model.get("disabled");
    el.classList.toggle("wb-off", model.get("disabled"));
  }
  /** @param {string} reason */
  function refuse(reason) {
    model.send({ intent: "refused", reason });
  }
  /** @param {File} file */
  async function send(file) {
    const most = model.get("max_bytes");
    if (file.size > most) {
      refuse(`${file.name} is larger than ${Math.floor(most / 1000000)} MB. Split it.`);
      return;
    }
    if (file.size === 0) {
      refuse(`${file.name} is empty or a folder.`);
      return;
    }
    const transfer = randomId();
    const parts = Math.ceil(file.size / PART);
    try {
      for (let part = 0; part < parts; part += 1) {
        if (parts > 1) state.textContent = `Reading ${file.name}: ${Math.round((100 * part) / parts)} %`;
        // oxlint-disable-next-line no-await-in-loop -- in order, and never the whole file at once
        const bytes = await file.slice(part * PART, (part + 1) * PART).arrayBuffer();
        model.send({ intent: "part", transfer, part, parts, name: file.name }, undefined, [bytes]);
      }
    } catch {
      refuse(`${file.name} could not be read. Check that it still exists.`);
    }
    state.textContent = "";
  }
  /** @param {FileList | null | undefined} files */
  function take(files) {
    if (!files?.length || model.get("disabled")) return;
    if (files.length > 1 && !model.get("many")) refuse("Drop one file at a time.");
    else void sendAll([...files]); // a list of an input is empty when the input is
  }
  /** @param {File[]} files */
  async function sendAll(files) {
    // oxlint-disable-next-line no-await-in-loop -- one after the other: the parts of two are not mixed
    for (const file of files) await send(file);
  }
  /** @param {DragEvent} event */
  function onDrag(event) {
    if (![...(event.dataTransfer?.types ?? [])].includes("Files")) return;
    event.preventDefault();
    event.stopPropagation();
    el.classList.toggle("wb-over", event.type === "dragover");
  }
  /** @param {DragEvent} event */
  function onDrop(event) {
    onDrag(event);
    take(event.dataTransfer?.files);
  }

  el.addEventListener("dragover", onDrag);
  el.addEventListener("dragleave", onDrag);
  el.addEventListener("drop", onDrop);
  input.addEventListener("change", () => {
    take(input.files);
    input.value = ""; // so that the same file can be chosen again
  });
  const shown = ["label", "hint", "accept", "many", "disabled"];
  const unsubscribe = subscribe(model, shown.map((name) => [`change:${name}`, update]));
  update();
  return unsubscribe;
}

export default { initialize, render };

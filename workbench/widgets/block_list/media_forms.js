// @ts-check
// The forms of pictures, recordings and files: which asset a block shows, and what is said of it.

import { element } from "../kit/dom.js";
import { button, field, oneLine, tick } from "./elements.js";

/**
 * @typedef {import("./forms.js").Content} Content
 * @typedef {import("./forms.js").Fields} Fields
 * @typedef {import("./forms.js").FormOptions} FormOptions
 * @typedef {HTMLInputElement} Line
 */

/** @type {Record<string, (content: Content, options: FormOptions) => Fields>} */
export const MEDIA_FORMS = {
  image(content, options) {
    const text = oneLine(content.alternativeText);
    const decorative = tick("Decorative picture", content.decorative);
    const caption = oneLine(content.caption);
    const asset = assetField(content, { type: "image", name: "picture", options, texts: { alternativeText: text } });
    const silence = () => { text.disabled = decorative.input.checked; };
    decorative.input.addEventListener("change", silence);
    silence();
    const words = [field("Alternative text", text), decorative.label, field("Caption (optional)", caption)];
    return {
      nodes: asset.isEmpty ? [asset.element, ...words] : [...words, asset.element],
      read: () => ({
        ...content, asset: asset.read(), alternativeText: text.value, decorative: decorative.input.checked,
        caption: caption.value,
      }),
    };
  },

  audio: (content, options) => mediaFields(content, { type: "audio", name: "sound", options }),
  video: (content, options) => mediaFields(content, { type: "video", name: "video", options }),
  file: (content, options) => mediaFields(content, { type: "file", name: "file", options }),
};

/**
 * Which asset the block shows: a file is chosen, or the id of one that was uploaded is typed.
 * @param {Content} content
 * @param {{ type: string, name: string, options: FormOptions, texts: { alternativeText?: Line, fileName?: Line } }} about
 */
function assetField(content, { type, name, options, texts }) {
  const asset = oneLine(content.asset);
  asset.className = "bl-asset";
  asset.spellcheck = false;
  const isEmpty = !asset.value;
  const choose = button({
    icon: "file", text: isEmpty ? `Choose a ${name}…` : `Choose another ${name}…`, className: isEmpty ? "bl-main" : "",
    onClick: () => options.chooseFile(type, (stored) => {
      asset.value = stored.asset;
      if (texts.alternativeText && !texts.alternativeText.value) texts.alternativeText.value = stored.alternativeText;
      if (texts.fileName && !texts.fileName.value) texts.fileName.value = stored.fileName;
      asset.dispatchEvent(new Event("input", { bubbles: true }));
    }),
  });
  const known = element("details");
  known.append(element("summary", "", "Or paste an ID"), field("ID of an uploaded file (wb.assets.list())", asset));
  const row = element("div", "bl-asset-row");
  row.append(choose, known);
  return { element: row, isEmpty, read: () => asset.value.trim() };
}

/**
 * @param {Content} content
 * @param {{ type: string, name: string, options: FormOptions }} about
 * @returns {Fields}
 */
function mediaFields(content, about) {
  const caption = oneLine(content.caption);
  const asset = assetField(content, { ...about, texts: { fileName: caption } });
  const words = field("Caption: what it is", caption);
  return {
    nodes: asset.isEmpty ? [asset.element, words] : [words, asset.element],
    read: () => ({ ...content, asset: asset.read(), caption: caption.value }),
  };
}

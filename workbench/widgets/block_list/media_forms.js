// @ts-check
// The forms of pictures, recordings and files: which asset a block shows, and what is said of it.

import { field, oneLine, tick } from "./elements.js";

/**
 * @typedef {import("./forms.js").Content} Content
 * @typedef {import("./forms.js").Fields} Fields
 */

/** @type {Record<string, (content: Content) => Fields>} */
export const MEDIA_FORMS = {
  image(content) {
    const asset = assetField(content, "Picture");
    const text = oneLine(content.alternativeText);
    const decorative = tick("Only decoration: nothing is said of it", content.decorative);
    const caption = oneLine(content.caption);
    return {
      nodes: [
        ...asset.nodes, field("What it shows, for who cannot see it", text), decorative.label,
        field("Caption (may be empty)", caption),
      ],
      read: () => ({
        ...content, asset: asset.read(), alternativeText: text.value, decorative: decorative.input.checked,
        caption: caption.value,
      }),
    };
  },

  audio: (content) => mediaFields(content, "Sound"),
  video: (content) => mediaFields(content, "Video"),
  file: (content) => mediaFields(content, "File"),
};

/**
 * The id of an asset that was uploaded.
 * @param {Content} content
 * @param {string} name
 */
function assetField(content, name) {
  const asset = oneLine(content.asset);
  asset.className = "bl-asset";
  asset.spellcheck = false;
  return {
    nodes: [field(`${name}: the id that wb.assets.upload gives`, asset)],
    read: () => asset.value.trim(),
  };
}

/**
 * @param {Content} content
 * @param {string} name
 * @returns {Fields}
 */
function mediaFields(content, name) {
  const asset = assetField(content, name);
  const caption = oneLine(content.caption);
  return {
    nodes: [...asset.nodes, field("Caption: what it is", caption)],
    read: () => ({ ...content, asset: asset.read(), caption: caption.value }),
  };
}

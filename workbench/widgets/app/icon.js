// @ts-check
// Drawings of one line, 24 by 24, in the colour of the text next to them.

import { element } from "../kit/dom.js";

const SVG = "http://www.w3.org/2000/svg";

/**
 * An icon from its path; a screen reader passes over it.
 * @param {string} path
 * @returns {HTMLSpanElement}
 */
export function makeIcon(path) {
  const made = element("span", "wb-drawing");
  made.setAttribute("aria-hidden", "true");
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  const line = document.createElementNS(SVG, "path");
  line.setAttribute("d", path);
  svg.append(line);
  made.append(svg);
  return made;
}

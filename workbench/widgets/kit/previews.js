// @ts-check
// Pictures and recordings where a rendered block only has their words: the bytes come from the notebook, which has the
// session, when a figure comes into sight, and are shown as blobs. Nothing of them is in the widget's state.

import { element } from "./dom.js";

const UNFILLED = "figure[data-asset]:not([data-filled])";
const SHOWN = { image: "img", audio: "audio", video: "video" };
const NEAR = "400px";

/**
 * @typedef {{ type?: string, why?: string, lasts?: boolean, buffers?: DataView[] }} PreviewAnswer
 * @typedef {{ address: string, why: string }} Preview
 */

/**
 * Fill the figures that are added to `root`, requesting each asset once.
 * @param {HTMLElement} root
 * @param {(asset: string) => Promise<PreviewAnswer>} ask
 */
export function makePreviews(root, ask) {
  /** @type {Map<string, Promise<Preview>>} */
  const previews = new Map();

  /** @param {string} asset */
  async function load(asset) {
    const { type, why = "", lasts = true, buffers } = await ask(asset);
    if (!lasts) previews.delete(asset);
    if (!type || !buffers?.length) return { address: "", why };
    const blob = new Blob([/** @type {BlobPart} */ (buffers[0])], { type });
    return { address: URL.createObjectURL(blob), why: "" };
  }
  /** @param {HTMLElement} figure */
  async function fill(figure) {
    const { asset = "", kind = "" } = figure.dataset;
    const tag = SHOWN[/** @type {keyof typeof SHOWN} */ (kind)];
    const words = figure.querySelector(".missing");
    if (!tag || !asset || !words) return;
    let preview = previews.get(asset);
    if (!preview) previews.set(asset, preview = load(asset));
    const { address, why } = await preview;
    if (!address) {
      if (why) words.append(element("br"), element("span", "why", why));
      return;
    }
    const shown = /** @type {HTMLImageElement | HTMLMediaElement} */ (element(/** @type {"img"} */ (tag)));
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
      void fill(/** @type {HTMLElement} */ (target));
    }
  }, { rootMargin: NEAR });
  function lookAtAll() {
    for (const figure of /** @type {NodeListOf<HTMLElement>} */ (root.querySelectorAll(UNFILLED))) {
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
    },
  };
}

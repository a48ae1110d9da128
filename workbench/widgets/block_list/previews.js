// @ts-check
// Pictures and recordings where a rendered block only has their words: the bytes come from the notebook, which has the
// session, and are shown as blobs. Nothing of them is in the widget's state.

import { element } from "../kit/dom.js";

const UNFILLED = "figure[data-asset]:not([data-filled])";
const SHOWN = { image: "img", audio: "audio", video: "video" };

/**
 * Fill the figures that come to stand in `root`, each asset asked for once.
 * @param {HTMLElement} root
 * @param {(asset: string) => Promise<{ type?: string, buffers?: DataView[] }>} ask
 */
export function makePreviews(root, ask) {
  /** @type {Map<string, Promise<string>>} */
  const urls = new Map();

  /** @param {string} asset */
  async function load(asset) {
    const { type, buffers } = await ask(asset);
    if (!type || !buffers?.length) return "";
    return URL.createObjectURL(new Blob([/** @type {BlobPart} */ (buffers[0])], { type }));
  }
  /** @param {HTMLElement} figure */
  async function fill(figure) {
    const { asset = "", kind = "" } = figure.dataset;
    const tag = SHOWN[/** @type {keyof typeof SHOWN} */ (kind)];
    figure.dataset.filled = "yes";
    if (!tag || !asset) return;
    let url = urls.get(asset);
    if (!url) urls.set(asset, url = load(asset));
    const address = await url;
    const words = figure.querySelector(".missing");
    if (!address || !words) return;
    const shown = /** @type {HTMLImageElement | HTMLMediaElement} */ (element(/** @type {"img"} */ (tag)));
    shown.src = address;
    if (shown instanceof HTMLImageElement) shown.alt = words.textContent ?? "";
    else shown.controls = true;
    words.replaceWith(shown);
  }
  function fillAll() {
    for (const figure of root.querySelectorAll(UNFILLED)) void fill(/** @type {HTMLElement} */ (figure));
  }
  const observer = new MutationObserver(fillAll);
  observer.observe(root, { childList: true, subtree: true });

  return {
    async close() {
      observer.disconnect();
      for (const address of await Promise.all(urls.values())) if (address) URL.revokeObjectURL(address);
    },
  };
}

// @ts-check
// Copying: any button inside a panel with `data-wb-copy` copies its text.

import { closest, element } from "./dom.js";

const SHOWN_FOR = 1600; // milliseconds

/** @param {Event} event a click inside the panel */
export async function onCopyClick(event) {
  const button = closest(event, "[data-wb-copy]");
  if (!button) return;
  const label = button.dataset.wbLabel ?? button.textContent ?? "";
  button.dataset.wbLabel = label;
  const isCopied = await copy(button.dataset.wbCopy ?? "");
  button.textContent = isCopied ? "Copied" : "Press Ctrl+C";
  setTimeout(() => { button.textContent = label; }, SHOWN_FOR);
}

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    const field = element("textarea", "wb-offscreen");
    field.value = text;
    document.body.append(field);
    const focused = document.activeElement;
    field.select();
    const isCopied = document.execCommand("copy");
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return isCopied;
  }
}

// @ts-check
// The anchor of the page's address says what is shown; going back and forward follows it.

import { subscribe } from "../kit/dom.js";
import { initialize } from "../kit/late_start.js";

/** @typedef {{ anchor: string, arrived: string, title: string }} AddressState */

/** What the address names, without its `#`. */
function here() {
  return location.hash.slice(1);
}

/** The address without the token that came with it: the page has a cookie by now, and an address is passed on. */
function dropToken() {
  const address = new URL(location.href);
  if (!address.searchParams.has("token")) return;
  address.searchParams.delete("token");
  history.replaceState(history.state, "", address);
}

/** @type {import("@anywidget/types").Render<AddressState>} */
function render({ model, el }) {
  el.hidden = true;
  if (!document.getElementById("rendered_cells")) return undefined; // a notebook: its address is not ours

  function visit() {
    model.send({ intent: "visit", anchor: here(), page: location.origin + location.pathname });
  }
  function follow() {
    const anchor = model.get("anchor");
    if (anchor === here() || anchor === model.get("arrived")) return;
    history.pushState(null, "", anchor ? `#${anchor}` : location.pathname + location.search);
  }

  function retitle() {
    if (model.get("title")) document.title = model.get("title");
  }

  window.addEventListener("hashchange", visit);
  const unsubscribe = subscribe(model, [["change:anchor", follow], ["change:title", retitle]]);
  dropToken();
  visit();
  return () => {
    unsubscribe();
    window.removeEventListener("hashchange", visit);
  };
}

export default { initialize, render };

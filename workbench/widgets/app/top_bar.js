// @ts-check
// The top bar: the organization and its credits, search, changes, and the person. Also where the focus goes when
// something opens in place of a section, and when it is closed again.

import { element, subscribe } from "../kit/dom.js";
import { initialize } from "../kit/late_start.js";
import { makeIcon } from "./icon.js";
import { makeMenu } from "./menu.js";

const BELL = "M6 17v-6a6 6 0 0 1 12 0v6l2 2H4zM10 22h4";
const SEARCH = "M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14zM16 16l5 5";
const PERSON = "M12 4a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM4 21c0-9 16-9 16 0";
const FRAMES_TO_WAIT = 600; // until what was opened is drawn
const BACK = ".wb-aside .wb-back-button";
const HEADING = ".wb-aside .wb-document-title:not([hidden])"; // of a lesson, which is read first
const IS_MAC = /mac/i.test(navigator.platform);

/**
 * @typedef {{
 *   organizations: { id: string, name: string }[], organization_id: string, credits: string, person: string,
 *   needs: { text: string, anchor: string }[], opened: string,
 * }} BarState
 * @typedef {import("@anywidget/types").AnyModel<BarState>} BarModel
 */

/**
 * A button that goes to an address of the page.
 * @param {BarModel} model
 * @param {string} anchor
 * @param {string} className
 * @param {string} label
 */
function goButton(model, anchor, className, label) {
  const button = element("button", `wb-bar-button ${className}`);
  button.type = "button";
  button.title = label;
  button.addEventListener("click", () => model.send({ intent: "go", anchor }));
  return button;
}

/**
 * The name of the organization; where there are several, a choice among them.
 * @param {BarModel} model
 */
function makeSwitcher(model) {
  const place = element("div", "wb-switcher");
  const select = element("select");
  select.setAttribute("aria-label", "Organization");
  const only = goButton(model, "settings/organizations", "wb-only", "Organization");
  place.append(select, only);

  function update() {
    const organizations = model.get("organizations");
    const isChoice = organizations.length > 1;
    const id = model.get("organization_id");
    select.hidden = !isChoice;
    only.hidden = isChoice;
    only.textContent = organizations.find((known) => known.id === id)?.name || "Organization";
    select.replaceChildren(...organizations.map((known) => new Option(known.name, known.id)));
    if (!organizations.some((known) => known.id === id)) select.prepend(new Option("Choose an organization", ""));
    select.value = id;
  }
  select.addEventListener("change", () => {
    if (select.value) model.send({ intent: "work_in", organization_id: select.value });
  });
  return { element: place, update };
}

/**
 * Moves the focus into what opens in place of a section, and back when it is closed.
 * @param {HTMLElement} el
 */
function makeFocusKeeper(el) {
  /** @type {HTMLElement | null} */
  let before = null;
  let frame = 0;
  const app = () => el.closest(".wb-app");

  /** @param {string} selector */
  const find = (selector) => /** @type {HTMLElement | null | undefined} */ (app()?.querySelector(selector));
  /**
   * Focus what is drawn in another frame; whoever went to something else in it meanwhile stays there.
   * @param {string} selector
   * @param {{ left: number, former?: Element | null, from?: Element | null }} options `former` was drawn before,
   *   `from` had the focus
   */
  function focusWhenDrawn(selector, { left, former, from }) {
    const now = document.activeElement;
    if (now !== from && find(".wb-aside")?.contains(now)) return;
    const drawn = find(selector);
    const found = drawn && drawn !== former ? drawn : left > 0 ? null : find(BACK);
    if (found) found.focus({ preventScroll: true });
    else if (left > 0) frame = requestAnimationFrame(() => focusWhenDrawn(selector, { left: left - 1, former, from }));
  }
  /** What the focus goes to from elsewhere, such as from the palette. @param {number} left */
  function markMain(left) {
    const main = /** @type {HTMLElement | null | undefined} */ (app()?.querySelector(".wb-page-main"));
    if (main) main.tabIndex = -1;
    else if (left > 0) frame = requestAnimationFrame(() => markMain(left - 1));
  }
  function isFree() {
    const now = document.activeElement;
    return !now || now === document.body || Boolean(app()?.querySelector(".wb-page-main")?.contains(now));
  }
  return {
    start: () => markMain(FRAMES_TO_WAIT),
    /** @param {string} anchor of what was opened */
    opened(anchor) {
      const now = /** @type {HTMLElement | null} */ (document.activeElement);
      if (now?.closest(".wb-place")) before = now;
      cancelAnimationFrame(frame);
      if (!isFree()) return;
      const isLesson = anchor.startsWith("lesson/");
      focusWhenDrawn(isLesson ? HEADING : BACK, { left: FRAMES_TO_WAIT, former: isLesson ? find(HEADING) : null, from: now });
    },
    closed() {
      if (!isFree()) return;
      frame = requestAnimationFrame(() => {
        const isThere = before?.isConnected && before.offsetParent !== null;
        const place = /** @type {HTMLElement | null | undefined} */ (app()?.querySelector(".wb-place [role=listbox]"));
        (isThere ? before : place)?.focus({ preventScroll: true });
        before = null;
      });
    },
    stop: () => cancelAnimationFrame(frame),
  };
}

/** @type {import("@anywidget/types").Render<BarState>} */
function render({ model, el }) {
  el.classList.add("wb-top-bar");
  el.setAttribute("role", "group");
  el.setAttribute("aria-label", "Organization, search and account");
  const switcher = makeSwitcher(model);
  const credits = goButton(model, "settings/credits", "wb-credits", "Credits");
  const search = element("button", "wb-search-button");
  search.type = "button";
  search.setAttribute("aria-keyshortcuts", IS_MAC ? "Meta+K" : "Control+K");
  search.setAttribute("aria-haspopup", "dialog");
  search.title = "Search lessons, people, commands";
  const hint = element("span", "wb-search-words", "Search lessons, people, commands");
  search.append(makeIcon(SEARCH), hint, element("kbd", "", IS_MAC ? "⌘K" : "Ctrl+K"));
  search.addEventListener("click", () => search.dispatchEvent(new CustomEvent("wb-find", { bubbles: true })));
  const badge = element("span", "wb-badge");
  /** @param {string} text @param {string} anchor */
  const goEntry = (text, anchor) => ({ text, choose: () => model.send({ intent: "go", anchor }) });
  const bell = makeMenu([makeIcon(BELL), badge], () => [
    ...model.get("needs").map(({ text, anchor }) => goEntry(text, anchor)), goEntry("Changes and undo", "changes"),
  ]);
  const name = element("span", "wb-person-name");
  const menu = makeMenu([makeIcon(PERSON), name, element("span", "wb-arrow", "▾")], () => [
    goEntry("Sessions", "settings/sessions"),
    goEntry("Organizations and invitations", "settings/organizations"),
    goEntry("Settings", "settings"),
  ]);
  el.append(switcher.element, credits, search, bell.element, menu.element);

  function update() {
    switcher.update();
    credits.textContent = model.get("credits");
    credits.hidden = !model.get("credits");
    name.textContent = model.get("person");
    menu.setLabel(model.get("person") || "Your account");
    const count = model.get("needs").length;
    badge.textContent = String(count);
    badge.hidden = !count;
    bell.setLabel(count ? `Notifications: ${count}` : "Notifications");
  }
  const keeper = makeFocusKeeper(el);
  const unsubscribe = subscribe(model, [
    ["change:organizations", update], ["change:organization_id", update], ["change:credits", update],
    ["change:person", update], ["change:needs", update], ["msg:custom", switcher.update],
    ["change:opened", () => (model.get("opened") ? keeper.opened(model.get("opened")) : keeper.closed())],
  ]);
  update();
  keeper.start();
  return () => {
    unsubscribe();
    keeper.stop();
    bell.stop();
    menu.stop();
  };
}

export default { initialize, render };

// @ts-check
// Two versions of the lesson beside each other, where others changed the same: keep theirs, mine, or both.

import { element, localTime } from "../kit/dom.js";
import { button } from "./elements.js";

/**
 * @param {import("./list_state.js").BlockListModel} model
 * @param {import("./list_state.js").Act} act
 * @param {() => boolean} isTyping whether somebody types, and keeps the focus
 */
export function makeDispute(model, act, isTyping) {
  const box = element("div", "bl-dispute");
  box.setAttribute("role", "group");
  box.setAttribute("aria-label", "Two versions of this lesson");
  box.tabIndex = -1;

  function update() {
    const { sentence, theirs = [], mine = [], texts = [] } = model.get("dispute");
    box.replaceChildren();
    box.hidden = !sentence;
    if (!sentence) return;
    box.append(element("p", "bl-why", sentence), ...texts.map(makeTexts));
    if (texts.length) {
      const line = element("div", "bl-save");
      line.append(
        button({ text: "Keep both", className: "bl-main", onClick: () => act("both", {}) }),
        element("span", "bl-soft", "Theirs stays; yours becomes a separate block after it."),
      );
      box.append(line);
    }
    const versions = element("div", "bl-versions");
    versions.append(
      makeVersion("Theirs, saved", theirs, "Keep theirs", "theirs"),
      makeVersion("Theirs with your changes", mine, "Apply mine", "mine"),
    );
    box.append(versions);
    if (!isTyping()) box.focus();
  }

  /**
   * @param {string} name
   * @param {import("./list_state.js").VersionEntry[]} entries
   * @param {string} text
   * @param {"theirs" | "mine"} intent
   */
  function makeVersion(name, entries, text, intent) {
    const version = element("div", "bl-version");
    const list = element("ul");
    for (const { place, type, text: excerpt, mark } of entries) {
      const row = element("li", mark ? "bl-differs" : "");
      if (place === undefined) {
        row.append(element("span", "bl-soft", "\u2026"));
      } else {
        const words = element("bdi", "", excerpt || type);
        words.dir = model.get("direction");
        row.append(element("span", "bl-number", String(place)), words);
        if (mark) row.append(element("span", "bl-soft", mark));
      }
      list.append(row);
    }
    version.setAttribute("role", "group");
    version.setAttribute("aria-label", name);
    version.append(
      element("div", "bl-version-name", name), list, button({ text, className: "bl-main", onClick: () => act(intent, {}) }),
    );
    return version;
  }
  return { element: box, update };
}

/**
 * What they wrote and what I wrote in one block, whole.
 * @param {import("./list_state.js").DisputedText} text
 */
function makeTexts({ place, who, at, theirs, mine }) {
  const box = element("div", "bl-versions bl-texts");
  const when = at ? `, ${localTime(at)}` : "";
  const where = place ? `block ${place}` : "a deleted block";
  for (const [name, text] of [[`${who}${when}, in ${where}`, theirs], ["You, not saved", mine]]) {
    const version = element("div", "bl-version");
    const words = element("div", "bl-whole", text || "(deleted)");
    words.dir = "auto";
    words.tabIndex = 0;
    words.setAttribute("role", "group");
    words.setAttribute("aria-label", name);
    version.append(element("div", "bl-version-name", name), words);
    box.append(version);
  }
  return box;
}

// @ts-check
// The lesson as learners get it, with what stands around it on their pages, a part at a time.

import { element } from "../kit/dom.js";
import { button, showRendered } from "./elements.js";

/** @param {{ ask: import("./list_state.js").Ask, getState: () => import("./list_state.js").ListState }} options */
export function makeLessonPreview({ ask, getState }) {
  const preview = element("section", "bl-preview-lesson");
  preview.setAttribute("aria-label", "Whole lesson");
  preview.hidden = true;
  const body = element("div", "bl-page-body");
  preview.append(body);
  let round = 0; // an answer to an earlier question is not shown any more
  /** @type {{ above?: string, below?: string, accent?: string[] }} what stands around it on learners' pages */
  let around = {};

  /** @param {string} html @param {string} className */
  function rendered(html, className) {
    const made = element("div", `bl-rendered ${className}`);
    showRendered(made, html, getState());
    return made;
  }
  async function load(start = 0) {
    if (start === 0) body.replaceChildren();
    const mine = ++round;
    const lesson = await ask("lesson", { start });
    if (mine !== round) return;
    body.querySelector(".bl-more")?.remove();
    if (start === 0) around = lesson;
    if (start === 0 && around.above) body.append(rendered(around.above, "bl-around"));
    body.append(rendered(lesson.html, "bl-lesson"));
    if (lesson.next >= lesson.of && around.below) body.append(rendered(around.below, "bl-around"));
    const [light, dark = light] = around.accent ?? [];
    body.classList.toggle("bl-themed", Boolean(light));
    body.style.setProperty("--wb-accent-light", light ?? "");
    body.style.setProperty("--wb-accent-dark", dark ?? "");
    if (!lesson.of) body.append(element("p", "bl-soft", "No blocks yet."));
    if (lesson.next < lesson.of) {
      const text = `Show the next blocks (${lesson.of - lesson.next} more)`;
      body.append(button({ text, className: "bl-more", onClick: () => load(lesson.next) }));
    }
  }

  return {
    element: preview,
    isOn: () => !preview.hidden,
    /** @param {boolean} isOn */
    show(isOn) {
      preview.hidden = !isOn;
      round += 1;
      if (isOn) void load();
      else body.replaceChildren();
    },
  };
}

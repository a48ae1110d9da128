// @ts-check
// Comments on the lesson and its blocks, and how far its review is: a line in the bar, and a section that opens below.
// Texts come as answers and are never read as markup; what is typed stays until it is stored.

import { element, localTime } from "../kit/dom.js";
import { makeDrafts } from "../kit/drafts.js";
import { button, field } from "./elements.js";

/** @typedef {{ id: string, block: string, isGone: boolean, text: string, by: string, at: string }} Comment */
/** @typedef {{ comments: Comment[], problem: string }} Answer */

const LONGEST = 5000;
const DRAFT = "new";

/**
 * @param {import("./list_state.js").BlockListModel} model
 * @param {{
 *   ask: import("./list_state.js").Ask, order: () => string[], active: () => string | null,
 *   nameOf: (id: string) => string, reveal: (id: string) => void,
 * }} options `nameOf` names a block's type
 */
export function makeComments(model, { ask, order, active, nameOf, reveal }) {
  const store = makeDrafts(() => ({ ...model.get("drafts"), name: `${model.get("drafts").name ?? ""} comment` }));
  const state = element("span", "bl-review-state");
  const askReview = button({ text: "Request review", onClick: () => void send("askReview", {}) });
  const toggle = button({ text: "Comments", onClick: () => show(box.hidden === true) });
  toggle.setAttribute("aria-expanded", "false");
  const line = element("span", "bl-review");
  line.append(state, askReview, toggle);

  const box = element("section", "bl-comments");
  box.setAttribute("aria-label", "Comments");
  box.hidden = true;
  const list = element("ul", "bl-comment-list");
  const none = element("p", "bl-hint", "No open comments.");
  const problem = element("p", "bl-problem");
  problem.setAttribute("role", "alert");
  const about = element("select");
  const text = element("textarea");
  text.rows = 2;
  text.maxLength = LONGEST;
  const add = button({ text: "Comment", className: "bl-main", onClick: () => void addComment() });
  const form = element("div", "bl-comment-form");
  form.append(field("About", about), field("Your comment", text), add);
  box.append(list, none, problem, form);

  /** @type {Comment[]} */
  let comments = [];

  /** @param {string} id */
  function placeName(id) {
    if (!id) return "Whole lesson";
    const place = order().indexOf(id) + 1;
    return place ? `Block ${place}, ${nameOf(id)}` : "Deleted block";
  }
  /** @param {Comment} comment */
  function makeItem(comment) {
    const item = element("li", "bl-comment");
    const where = placeName(comment.block);
    const head = element("p", "bl-comment-head", `${where} \u00b7 ${comment.by} \u00b7 ${localTime(comment.at)}`);
    head.dir = "auto";
    const words = element("p", "bl-comment-text", comment.text);
    words.dir = "auto";
    const acts = element("div", "bl-comment-acts");
    if (order().includes(comment.block)) {
      acts.append(button({ text: "Show", label: `Show ${where}`, onClick: () => reveal(comment.block) }));
    }
    const resolve = () => void send("resolve", { id: comment.id });
    acts.append(button({ text: "Resolve", label: `Resolve the comment on ${where}`, onClick: resolve }));
    item.append(head, words, acts);
    return item;
  }
  function draw() {
    list.replaceChildren(...comments.map(makeItem));
    none.hidden = comments.length > 0;
  }
  function drawPlaces() {
    const chosen = about.value;
    const ids = ["", ...order()];
    about.replaceChildren(...ids.map((id) => {
      const option = element("option", "", placeName(id));
      option.value = id;
      return option;
    }));
    about.value = ids.includes(chosen) ? chosen : "";
  }
  /** @param {string} intent @param {Record<string, any>} fields @returns {Promise<boolean>} whether it was done */
  async function send(intent, fields) {
    problem.textContent = "";
    /** @type {Answer} */
    const answer = await ask(intent, fields);
    comments = answer.comments;
    problem.textContent = answer.problem;
    if (answer.problem) show(true);
    draw();
    return !answer.problem;
  }
  async function addComment() {
    const words = text.value.trim();
    if (!words) {
      text.focus();
      return;
    }
    if (!await send("comment", { block: about.value, text: words })) return;
    text.value = "";
    store.remove(DRAFT);
    text.focus();
  }
  /** @param {boolean} isOpen */
  function show(isOpen) {
    const wasOpen = !box.hidden;
    box.hidden = !isOpen;
    toggle.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen || wasOpen) return;
    drawPlaces();
    const id = active();
    if (id && order().includes(id)) about.value = id;
    if (!text.value) text.value = String(store.open().get(DRAFT)?.text ?? "");
    void send("comments", {});
  }
  text.addEventListener("input", () => store.write(DRAFT, { text: text.value }));
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) void addComment();
    event.stopPropagation();
  });

  function update() {
    const review = model.get("review");
    const counts = Object.values(model.get("comments"));
    const open = counts.reduce((sum, count) => sum + count, 0);
    line.hidden = !review.isKnown && !review.isComing;
    line.classList.toggle("bl-coming", !review.isKnown); // it keeps its place: what comes late would push the rows down
    state.textContent = review.text ?? "";
    state.dataset.state = review.state ?? "";
    state.title = review.note ?? "";
    askReview.hidden = Boolean(review.isKnown) && !review.mayAsk;
    toggle.querySelector("span")?.replaceChildren(open ? `Comments (${open})` : "Comments");
    if (!box.hidden) {
      drawPlaces();
      draw();
    }
  }
  return {
    line,
    element: box,
    update,
    /** Write a comment on the active block. */
    write() {
      show(true);
      about.value = active() ?? "";
      text.focus();
    },
  };
}

// @ts-check
// Makes two blocks of a text that is written, and one of two. What is typed is sent first, as a step of its own; what is sent
// with the split or the join stays as drafts until it is known that it was saved, so that nothing is lost where it was not.

import { joinContents, splitText } from "./splitting.js";
import { canonical } from "./text_saving.js";

/**
 * @typedef {Record<string, any>} Content
 * @typedef {(id: string, contents: { first: Content, second: Content }) => { id: string, n: number } | undefined} Split
 * @typedef {(id: string, gone: string, content: Content) => number | undefined} Join
 * @typedef {{ draft: import("./block_drafts.js").BlockDraft, isWarned: boolean, read: () => boolean }} WrittenForm
 *
 * @param {{
 *   ask: import("./list_state.js").Ask, split: Split, join: Join, isDisputed: () => boolean,
 *   drafts: Pick<ReturnType<typeof import("./block_drafts.js").makeBlockDrafts>, "has" | "get" | "put" | "drop">,
 *   getState: () => Pick<import("./list_state.js").ListState, "order" | "card" | "can">,
 *   contentOf: (id: string) => { found: boolean, content: Content } | null,
 *   opened: () => { form: WrittenForm, id: string } | null,
 *   open: (place: import("./caret.js").CaretPlace, content: Content) => void,
 * }} options `split` and `join` send it and choose the block to go on in, `open` opens that; `opened` is the form that is open
 */
export function makeTextSplitting({ ask, drafts, split, join, isDisputed, getState, contentOf, opened, open }) {
  /** The form, if other blocks may be made of its block now. */
  function free() {
    const mine = opened();
    const { write, move } = getState().can;
    return mine && !mine.form.isWarned && !isDisputed() && write && move ? mine : null;
  }
  /** @param {string} id @param {Content} content @param {number} n @param {string} [baseBefore] */
  function keepSent(id, content, n, baseBefore) {
    drafts.put(id, { type: "text", content, base: canonical(content), baseBefore, isJson: false, isSent: true, n });
  }

  return {
    /**
     * Split the text that is written; what is selected goes.
     * @param {number} start
     * @param {number} end
     */
    splitAt(start, end) {
      const mine = free();
      if (!mine) return;
      const { form, id } = mine;
      form.read();
      const { content: whole, base } = form.draft;
      const [first, second] = splitText(whole.markdown ?? "", start, end).map((markdown) => ({ ...whole, markdown }));
      const made = split(id, { first, second });
      if (!made) return;
      keepSent(id, first, made.n, base);
      keepSent(made.id, second, made.n);
      open("start", second);
    },
    /** Join the text that is written with the one before it, unless that is no text, or not saved itself. */
    async joinWithPrevious() {
      const mine = free();
      if (!mine) return;
      const { form, id } = mine;
      const { order, card } = getState();
      const before = order[order.indexOf(id) - 1];
      if (before === undefined || card(before)[0] !== "text" || drafts.has(before)) return;
      const known = drafts.get(before) ?? contentOf(before) ?? await ask("block", { id: before });
      if (opened()?.form !== form || !known.content) return;
      form.read();
      const { content, place } = joinContents(known.content, form.draft.content);
      const n = join(before, id, content);
      if (n === undefined) return;
      drafts.drop(id);
      keepSent(before, content, n, canonical(known.content));
      open(place, content);
    },
  };
}

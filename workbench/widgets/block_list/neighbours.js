// @ts-check
// What is done in the page with the block before or after the one that is written: the caret goes there, a text goes on in a
// new one, or becomes part of the one before; and what is put right behind a block.

import { BY_BUTTON } from "./block_form.js";
import { excerptOf } from "./elements.js";
import { duplicateBlock, insertBlockBehind, joinBlocks } from "./gestures.js";

/**
 * @param {{
 *   sendGesture: (intent: string, gesture: import("./gestures.js").Gesture) => number,
 *   kinds: () => import("./forms.js").BlockKind[], cardOf: (id: string) => import("./list_state.js").Card,
 *   edit: (at: import("./caret.js").CaretPlace) => void, isDisabled: () => boolean, isBeside: () => boolean, begin: () => void,
 *   getState: () => Pick<import("./list_state.js").ListState, "can">,
 *   rows: () => Pick<ReturnType<typeof import("./rows.js").makeRows>, "order" | "active" | "choose">,
 *   page: () => Pick<ReturnType<typeof import("./page.js").makePage>, "focus" | "reveal">,
 *   guesses: Map<string, import("./list_state.js").Card>, choose: (id: string) => void,
 * }} options `begin` sends what is typed, `guesses` is how a new block looks until Python knows it; next to a
 *   source (`isBeside`) the caret stays in its block
 */
export function makeNeighbours({ sendGesture, kinds, cardOf, edit, isDisabled, isBeside, begin, getState, rows, page, guesses, choose }) {
  return {
    /**
     * Put the caret into the text of the block before or after; a block that is not written in its place is chosen.
     * @param {-1 | 1} step
     */
    cross(step) {
      const { order, active } = rows();
      const next = order[order.indexOf(active ?? "") + step];
      if (next === undefined || isBeside()) return;
      choose(next);
      const type = cardOf(next)[0];
      if (kinds().some(([wire]) => wire === type) && !BY_BUTTON.has(type)) edit(step < 0 ? "end" : "start");
      else page().focus();
      page().reveal(next);
    },
    /** @param {string} id */
    duplicate(id) {
      const gesture = duplicateBlock(id);
      guesses.set(gesture.id, cardOf(id));
      const n = sendGesture("duplicate", gesture);
      rows().choose(gesture.id);
      return n;
    },
    /** @param {string} id @param {import("./block_drafts.js").BlockDraft} draft */
    insertBehind(id, { type, content }) {
      const { write, move } = getState().can;
      if (isDisabled() || !write || !move) return undefined;
      begin();
      const gesture = insertBlockBehind(id, type, rows().order);
      guesses.set(gesture.id, [type, excerptOf(content), ""]);
      sendGesture("insert", gesture);
      return { id: gesture.id, n: sendGesture("edit", { fields: { id: gesture.id, type, content } }) };
    },
    /** @type {import("./text_splitting.js").Split} */
    split(id, { first, second }) {
      if (isDisabled() || isBeside()) return undefined;
      begin();
      const { id: made, fields, reorder } = insertBlockBehind(id, "text", rows().order);
      guesses.set(made, ["text", excerptOf(second), ""]);
      const n = sendGesture("split", { fields: { id, new: fields.id, content: first, rest: second }, reorder });
      choose(made);
      page().reveal(made);
      return { id: made, n };
    },
    /** @type {import("./text_splitting.js").Join} */
    join(id, gone, content) {
      if (isDisabled() || isBeside()) return undefined;
      begin();
      choose(id);
      return sendGesture("join", joinBlocks(id, gone, content));
    },
  };
}

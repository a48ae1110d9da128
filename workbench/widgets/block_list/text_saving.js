// @ts-check
// Saves what is typed in a block: when typing pauses, and at once before the block is left, moved or deleted. Never while
// an input method composes a word, while somebody else's text is to be compared, or what the service would refuse.

import { debounce } from "./elements.js";

export const SAVE_PAUSE = 1000; // milliseconds after the last key until the text is sent

/**
 * A content as text that is the same for the same content, however its fields are ordered.
 * @param {unknown} value
 * @returns {string}
 */
export function canonical(value) {
  return JSON.stringify(value, (_, part) => (
    part && typeof part === "object" && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => (one < other ? -1 : 1)))
      : part
  ));
}

/**
 * The form of a block, as far as saving needs it (block_form.js).
 * @typedef {{
 *   draft: import("./block_drafts.js").BlockDraft, visit: string, isSelfSaving: boolean, isWarned: boolean,
 *   isComposing: () => boolean, read: () => boolean, problem: () => string, showProblem: (sentence: string) => void,
 * }} SavedForm
 *
 * @param {{
 *   ask: import("./list_state.js").Ask,
 *   edit: (id: string, draft: import("./block_drafts.js").BlockDraft, visit: string) => number | undefined,
 *   drafts: Pick<ReturnType<typeof import("./block_drafts.js").makeBlockDrafts>, "has" | "put" | "drop">,
 *   isDisputed: () => boolean, getState: () => Pick<import("./list_state.js").ListState, "card">,
 *   onHtml: (id: string, html: string) => void, onDrafts: () => void, opened: () => { form: SavedForm, id: string } | null,
 * }} options `opened` is the form that is open, and its block
 */
export function makeTextSaving({ ask, edit, drafts, isDisputed, getState, onHtml, onDrafts, opened }) {
  const pause = debounce(SAVE_PAUSE, () => void save());
  let isSending = false; // what is shown anew then may close the form, which would send it again

  /** @param {SavedForm} form */
  function isSendable(form) {
    return !isSending && form.isSelfSaving && !form.isWarned && !form.isComposing() && !isDisputed();
  }
  async function save() {
    const mine = opened();
    if (!mine || !drafts.has(mine.id) || !isSendable(mine.form)) return;
    const { form, id } = mine;
    form.read();
    const written = JSON.stringify(form.draft.content);
    const answer = await ask("draft", { id, type: form.draft.type, content: form.draft.content });
    // What was typed since is sent at the next pause.
    if (opened()?.form !== form || written !== JSON.stringify(form.draft.content)) return;
    form.showProblem(answer.refused);
    onHtml(id, answer.html);
    if (answer.refused || !drafts.has(id) || !isSendable(form)) onDrafts();
    else send(form, id, answer.stored);
  }
  /**
   * @param {SavedForm} form
   * @param {string} id
   * @param {Record<string, any>} stored the content as it will be stored
   */
  function send({ draft, visit }, id, stored) {
    const base = canonical(stored);
    if (base === draft.base && getState().card(id)[0] === draft.type) {
      drafts.drop(id); // it is what it was
      return;
    }
    isSending = true;
    const n = edit(id, draft, visit);
    isSending = false;
    if (n === undefined) return;
    Object.assign(draft, { n, isSent: true, baseBefore: draft.base, base });
    drafts.put(id, draft);
    onDrafts();
  }

  return {
    /** Save when nothing more is typed for a second. */
    pause,
    save,
    /** Send what is typed, now and without a question. */
    flush() {
      const mine = opened();
      if (!mine || !drafts.has(mine.id) || !isSendable(mine.form)) return;
      mine.form.read();
      if (!mine.form.problem()) send(mine.form, mine.id, mine.form.draft.content);
    },
    cancel: pause.cancel,
  };
}

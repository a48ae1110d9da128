// @ts-check
// What somebody has begun to write, by block, until the service has it or it is discarded; the browser stores it
// meanwhile. A draft that was sent (`isSent`) is kept until it is known that it was saved.

/**
 * `base` is the content that the draft began from, as JSON, and `baseBefore` that from before it was sent; `rawText` is
 * what stands in the JSON form while it is no JSON, `problem` why; `n` is the gesture that it was sent with.
 * @typedef {{
 *   type: string, content: Record<string, any>, base?: string, baseBefore?: string, isJson: boolean, rawText?: string,
 *   problem?: string, isSent?: boolean, n?: number, at?: number,
 * }} BlockDraft
 */

/**
 * @param {{
 *   store: ReturnType<typeof import("../kit/drafts.js").makeDrafts>, ask: import("./list_state.js").Ask,
 *   isRefused: (id: string) => boolean, onChange: () => void, onReturn: (id: string) => void,
 * }} options `onReturn` is called when a draft was sent and not saved: it is a draft again
 */
export function makeBlockDrafts({ store, ask, isRefused, onChange, onReturn }) {
  /** @type {Map<string, BlockDraft>} */
  const drafts = new Map();
  /** @type {Set<string>} */
  const checking = new Set();
  let problem = ""; // why the browser does not store what is typed

  /** @param {string} id */
  const has = (id) => drafts.has(id) && !drafts.get(id)?.isSent;

  /** @param {string} id @param {BlockDraft} draft */
  function put(id, draft) {
    drafts.set(id, draft);
    const { n, ...stored } = draft;
    const found = store.write(id, stored);
    if (found === problem) return;
    problem = found;
    onChange();
  }
  /** @param {string} id */
  function drop(id) {
    drafts.delete(id);
    store.remove(id);
    problem = "";
    onChange();
  }
  /** @param {string} id @param {BlockDraft} draft */
  function takeBack(id, draft) {
    draft.isSent = false;
    put(id, draft);
    onChange();
    onReturn(id);
  }

  return {
    has,
    put,
    drop,
    get: (/** @type {string} */ id) => drafts.get(id),
    ids: () => new Set([...drafts.keys()].filter(has)),
    problem: () => problem,
    /** Take over what the browser stored for this person, the newest last; it is never sent by itself. */
    restore() {
      const stored = /** @type {[string, BlockDraft][]} */ ([...store.open()])
        .filter(([id, draft]) => !drafts.has(id) && draft.content)
        .sort(([, one], [, other]) => (one.at ?? 0) - (other.at ?? 0));
      for (const [id, draft] of stored) drafts.set(id, draft);
      if (stored.length) onChange();
    },
    /**
     * Drop what was sent and saved; what was sent and not saved is a draft again.
     * @param {(id: string, n: number | undefined) => boolean} isWaiting whether this is still on its way
     */
    async settle(isWaiting) {
      for (const [id, draft] of drafts) {
        if (!draft.isSent || checking.has(id) || isWaiting(id, draft.n)) continue;
        if (isRefused(id)) {
          takeBack(id, draft);
          continue;
        }
        checking.add(id);
        const answer = await ask("saved", { id, type: draft.type, content: draft.content });
        checking.delete(id);
        if (drafts.get(id) !== draft || !draft.isSent || isWaiting(id, draft.n)) continue;
        if (answer.saved) drop(id);
        else takeBack(id, draft);
      }
    },
    /**
     * The draft of a deleted block goes on with another block.
     * @param {string} id
     * @param {string} other
     */
    carryOver(id, other) {
      const draft = drafts.get(id);
      if (draft) put(other, { ...draft, base: undefined });
      drop(id);
    },
    /** @param {string[]} ids */
    dropSent(ids) {
      for (const id of ids) if (drafts.get(id)?.isSent) drop(id);
    },
  };
}

// @ts-check
// What is below the chosen block, or in its place while it is written: its findings and sources, or its fields. What is
// typed is a draft at once, and is sent when typing pauses and when the block is left: a visit is one step back.

import { element } from "../kit/dom.js";
import { makeBlockDrafts } from "./block_drafts.js";
import { makeBlockForm } from "./block_form.js";
import { debounce } from "./elements.js";
import { makeQuoteList } from "./sources.js";
import { canonical, makeTextSaving } from "./text_saving.js";
import { makeTextSplitting } from "./text_splitting.js";
import { makeLine } from "./unsaved_texts.js";

const PREVIEW_PAUSE = 250; // milliseconds after the last key until the preview is drawn

/**
 * @typedef {import("./block_drafts.js").BlockDraft} BlockDraft
 * @typedef {import("./caret.js").CaretPlace} CaretPlace
 * @typedef {"look" | "write" | "many"} Mode
 *
 * @param {{
 *   ask: import("./list_state.js").Ask,
 *   edit: (id: string, draft: BlockDraft, visit: string) => number | undefined,
 *   insertBehind: (id: string, draft: BlockDraft) => { id: string, n: number } | undefined,
 *   split: import("./text_splitting.js").Split, join: import("./text_splitting.js").Join, cross: (step: -1 | 1) => void,
 *   undo: (isRedo: boolean) => void,
 *   kinds: () => import("./forms.js").BlockKind[], isDisputed: () => boolean,
 *   getState: () => import("./list_state.js").ListState, afterwards: () => void, onDrafts: () => void,
 *   onMode: () => void, onReturn: (id: string) => void, onHtml: (id: string, html: string) => void, onTypes: (field: HTMLElement) => void,
 *   contentOf: (id: string) => { found: boolean, type: string, content: Record<string, any> } | null,
 *   store: ReturnType<typeof import("../kit/drafts.js").makeDrafts>, chooseFile: import("./forms.js").ChooseFile,
 * }} options `edit`, `insertBehind`, `split` and `join` send what was written, `cross` goes to the next block or the one before; `onDrafts` is called when there are other drafts, `onMode` when
 *   another block is shown or written, `onReturn` when a draft of another block was not saved, `onHtml` with how it looks as written; `contentOf` is what is known without asking
 */
export function makeBlockPane({
  ask, edit, insertBehind, split, join, cross, undo, kinds, isDisputed, getState, afterwards, onDrafts, onMode, onReturn, onHtml, onTypes, contentOf, store, chooseFile,
}) {
  const pane = element("section", "bl-page");
  pane.setAttribute("aria-label", "Selected block");
  const head = element("div", "bl-page-head");
  const notes = element("div", "bl-page-findings");
  const body = element("div", "bl-page-body");
  pane.append(head, body, notes);

  const drafts = makeBlockDrafts({
    store, ask,
    isRefused: (id) => getState().refused.has(id),
    onChange: onDrafts,
    onReturn(id) {
      const draft = drafts.get(id);
      if (draft?.baseBefore !== undefined) draft.base = draft.baseBefore;
      if (id !== current) onReturn(id);
      else if (mode === "look") write();
      else warnOfOthers();
    },
  });
  /** @type {{ id: string, draft: BlockDraft } | null} */
  let discarded = null; // what was discarded last: it can be brought back
  /** @type {string | null} */
  let current = null; // the block that is shown
  let currentCard = "";
  /** @type {ReturnType<typeof makeBlockForm> | null} */
  let form = null;
  /** @type {Mode} */
  let mode = "look";
  let round = 0; // an answer to an earlier question is not shown any more

  /**
   * Show what is active in the list; a form that is open stays open while its block stays chosen.
   * @param {string | null} active
   * @param {string[]} chosen
   */
  function follow(active, chosen) {
    if (chosen.length > 1) {
      leave();
      setMode("many");
      current = null;
      clear();
      return;
    }
    const state = getState();
    const card = active === null ? "" : JSON.stringify([state.card(active), state.can.write]);
    if (active === current && card === currentCard) return;
    if (active === current && mode === "write") {
      currentCard = card;
      warnOfOthers();
      return;
    }
    if (active !== current) leave();
    current = active;
    currentCard = card;
    if (active === null) {
      setMode("look");
      clear();
    } else if (drafts.has(active)) {
      clear();
      write();
    } else {
      look();
    }
  }
  function clear() {
    round += 1;
    head.replaceChildren();
    body.replaceChildren();
  }
  /** @param {Mode} now */
  function setMode(now) {
    mode = now;
    onMode();
  }

  /** @param {(id: string) => HTMLElement | undefined} listOf the findings of a block, to be shown */
  function showFindings(listOf) {
    const list = current === null || mode === "write" ? undefined : listOf(current);
    if (!list?.isEqualNode(notes.firstElementChild)) notes.replaceChildren(...(list ? [list] : [])); // else a button keeps the focus
  }

  async function look() {
    form = null;
    clear();
    setMode("look");
    const mine = round;
    const id = current;
    if (discarded && discarded.id === id) body.append(makeRestoreLine(discarded));
    const block = await ask("block", { id });
    if (mine !== round || !block.found) return;
    if (block.problem) body.append(element("p", "bl-problem", block.problem));
    if (block.quotes.length) body.append(makeQuoteList(block.quotes, ask));
  }

  /** @param {{ id: string, draft: BlockDraft }} lost */
  function makeRestoreLine(lost) {
    const line = makeLine("Your text was discarded.", [["Restore", () => {
      drafts.put(lost.id, lost.draft);
      discarded = null;
      onDrafts();
      write({ focus: true });
    }]]);
    line.setAttribute("role", "status");
    return line;
  }

  // Writing

  /** @param {{ focus?: boolean, place?: CaretPlace | null, content?: Record<string, any> }} [options] `content` is what a new text has */
  async function write({ focus = false, place = null, content } = {}) {
    if (current === null || !getState().can.write) return;
    if (form) {
      if (focus) form.focus(place);
      return;
    }
    mode = "write"; // from here on: what is told of the block meanwhile does not close the form again
    const mine = ++round;
    const id = current;
    let draft = drafts.has(id) ? drafts.get(id) : undefined;
    if (draft?.base) draft.base = canonical(JSON.parse(draft.base));
    if (!draft) {
      const begunText = content && { found: true, type: "text", content };
      const block = begunText ?? contentOf(id) ?? await ask("block", { id });
      if (mine !== round || !block.found) return;
      const isBlank = block.type === "blank";
      const begun = isBlank ? await ask("convert", { id, type: "blank", content: {}, to: "text" }) : block;
      if (mine !== round) return;
      const type = isBlank ? "text" : block.type;
      draft = { type, content: begun.content, base: canonical(block.content), isJson: false };
    }
    const opened = openForm(id, draft);
    if (focus) opened.focus(place);
  }

  /** @param {string} id @param {BlockDraft} draft */
  function openForm(id, draft) {
    const { direction, language } = getState();
    const opened = makeBlockForm(draft, {
      kinds: kinds(), direction, language, onInput, onCancel: discard, onType: convert, onFields: () => turn(false), onLeave: close,
      onSave: () => (opened.isSelfSaving ? void saving.save() : void save()),
      onCross: cross, onSplit: splitting.splitAt, onJoin: () => void splitting.joinWithPrevious(),
      onUndo: undo, onKeepBoth: keepBoth, onKeepMine: keepMine, onKeepTheirs: discard, onTypes, chooseFile,
    });
    form = opened;
    head.replaceChildren(opened.tools);
    body.replaceChildren(...opened.nodes);
    notes.replaceChildren();
    pane.classList.toggle("bl-writing-text", opened.isSelfSaving);
    setMode("write");
    preview();
    if (drafts.get(id) === draft) {
      warnOfOthers();
      saving.pause(); // what was typed before the service or the kernel went away
    }
    return opened;
  }

  const preview = debounce(PREVIEW_PAUSE, async () => {
    const mine = form;
    const id = current;
    if (!mine || id === null || !mine.isReadable()) return;
    const answer = await ask("draft", { id, type: mine.draft.type, content: mine.draft.content });
    if (mine !== form) return;
    if (mine.isSelfSaving) {
      mine.showProblem(answer.refused);
      onHtml(id, answer.html);
      onDrafts();
    } else {
      mine.showPreview(answer.html);
      if (mine.problem()) mine.showProblem(answer.problem);
    }
  });

  function onInput() {
    if (!form || current === null) return;
    const isNew = !drafts.has(current);
    form.read();
    form.draft.isSent = false;
    drafts.put(current, form.draft);
    preview();
    saving.pause();
    if (isNew) onDrafts();
  }

  const saving = makeTextSaving({
    ask, edit, drafts, isDisputed, getState, onHtml, onDrafts, opened: () => (form && current !== null ? { form, id: current } : null),
  });

  // The form is gone after this: what it has is sent, or stays a draft.
  function leave() {
    if (form && current !== null && mode === "write" && drafts.has(current)) {
      form.read();
      drafts.put(current, form.draft);
      saving.flush();
    }
    preview.cancel();
    saving.cancel();
    form = null;
    pane.classList.remove("bl-writing-text");
  }
  function showLeft() {
    leave();
    onDrafts();
    currentCard = "";
    look();
  }
  function close() {
    showLeft();
    afterwards();
  }
  // Whoever goes elsewhere leaves the block, unless the whole window is left.
  function onFocusOut() {
    const mine = form;
    setTimeout(() => {
      if (!mine || mine !== form || !mine.isSelfSaving || !document.hasFocus() || hasFocus()) return;
      if (focused()?.closest(".bl-popup") && pane.closest(".bl-block")?.contains(focused())) return;
      showLeft();
    }, 0);
  }
  for (const part of [pane, head]) part.addEventListener("focusout", onFocusOut);
  const focused = () => /** @type {Document | ShadowRoot} */ (pane.getRootNode()).activeElement;
  const hasFocus = () => pane.contains(focused()) || head.contains(focused());

  // Saving by the button: what is wrong with what is written, which is shown.
  /** @param {ReturnType<typeof makeBlockForm>} mine @param {string} id */
  async function findProblem(mine, id) {
    const answer = await ask("draft", { id, type: mine.draft.type, content: mine.draft.content });
    const problem = mine.isSelfSaving ? answer.refused : answer.problem;
    mine.showProblem(problem);
    return problem;
  }

  // Whoever goes elsewhere right after the button has saved all the same; what can't be saved stays a draft.
  async function save() {
    const mine = form;
    const id = current;
    if (!mine || id === null || mine.isSaving || !mine.isReadable()) return;
    mine.isSaving = true;
    const problem = await findProblem(mine, id);
    mine.isSaving = false;
    const isOpen = mine === form;
    if (problem && isOpen) mine.focus();
    if (problem || !(isOpen || (drafts.get(id) === mine.draft && drafts.has(id)))) return;
    mine.draft.n = edit(id, mine.draft, "");
    mine.draft.isSent = true;
    drafts.put(id, mine.draft);
    if (isOpen) close();
    else onDrafts();
  }

  function discard() {
    if (form && current !== null && drafts.has(current)) {
      form.read();
      discarded = { id: current, draft: form.draft };
      drafts.drop(current);
    }
    close();
  }

  /** @param {string} to @param {boolean} [isWriting] whether the hands are in the fields */
  async function convert(to, isWriting = false) {
    const mine = form;
    if (!mine || !mine.isReadable()) return;
    const answer = await ask("convert", { id: current, type: mine.draft.type, content: mine.draft.content, to });
    if (mine !== form || current === null) return;
    const draft = { ...mine.draft, type: to, content: answer.content, isSent: false };
    drafts.put(current, draft);
    onDrafts();
    const opened = openForm(current, draft);
    opened.visit = mine.visit;
    if (isWriting) opened.focus();
    else opened.focusType();
    saving.pause();
  }

  /** Go on with the fields, or with their JSON. @param {boolean} isJson */
  function turn(isJson) {
    if (!form || current === null || !form.isReadable()) return;
    form.draft.isJson = isJson;
    openForm(current, form.draft).focus();
  }

  const splitting = makeTextSplitting({
    ask, drafts, split, join, contentOf, isDisputed, getState,
    opened: () => (form && current !== null ? { form, id: current } : null),
    open: (place, content) => void write({ focus: true, place, content }),
  });

  // Others

  // The block is another one than the form began from: theirs is shown, or replaces what nobody has typed in.
  async function warnOfOthers() {
    const mine = form;
    const id = current;
    if (!mine || id === null) return;
    const block = await ask("block", { id });
    const { base } = mine.draft;
    if (mine !== form || !block.found || base === undefined || base === canonical(block.content)) return;
    if (drafts.has(id)) {
      mine.warn(block);
      onDrafts();
    } else if (!drafts.get(id) && mine.isSelfSaving) {
      const hadFocus = hasFocus();
      const opened = openForm(id, { type: block.type, content: block.content, base: canonical(block.content), isJson: false });
      if (hadFocus) opened.focus();
    }
  }

  // Theirs stays where it is; mine becomes a block of its own right behind it.
  async function keepBoth() {
    const mine = form;
    const id = current;
    if (!mine || id === null || !mine.read() || (await findProblem(mine, id)) || mine !== form) return;
    const copy = insertBehind(id, mine.draft);
    if (!copy) return;
    mine.draft.isSent = true;
    mine.draft.n = copy.n;
    drafts.put(copy.id, mine.draft);
    drafts.drop(id);
    close();
  }
  async function keepMine() {
    const mine = form;
    if (!mine || current === null) return;
    const block = await ask("block", { id: current });
    if (mine !== form || !block.found) return;
    mine.draft.base = canonical(block.content);
    mine.endWarning();
    mine.focus();
    void saving.save();
  }

  return {
    element: pane,
    head,
    drafts,
    follow,
    showFindings,
    flush: saving.flush,
    hasFocus,
    autosave: () => void saving.save(),
    convert: (/** @type {string} */ to) => void convert(to, true),
    /** @param {CaretPlace | null} [place] where the caret is wanted */
    edit: (place) => void write({ focus: true, place }),
    /** Write the chosen block as JSON. */
    async editJson() {
      await write();
      turn(true);
    },
    restoreDrafts() {
      drafts.restore();
      if (!form && current !== null && drafts.has(current) && mode === "look") write();
    },
    /** The block that is being written; `null` if there is none. */
    writing: () => (mode === "write" ? current : null),
    /** Whether the block that is written saves itself, and why it does not. */
    saving() {
      if (!form?.isSelfSaving || current === null || !drafts.has(current)) return null;
      return { problem: form.problem() || (form.isWarned ? "someone else changed this block" : "") };
    },
    close: leave,
  };
}

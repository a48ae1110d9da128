// @ts-check
// The pane beside the list: how the chosen block looks, its form, or the whole lesson.

import { element } from "../kit/dom.js";
import { makeBlockDrafts } from "./block_drafts.js";
import { makeBlockForm } from "./block_form.js";
import { button, debounce, showRendered } from "./elements.js";
import { makeQuoteList } from "./sources.js";

const PREVIEW_PAUSE = 250; // milliseconds after the last key until the preview is drawn

/**
 * @typedef {import("./block_drafts.js").BlockDraft} BlockDraft
 * @typedef {"look" | "write" | "lesson" | "many"} Mode
 */

/**
 * @param {{
 *   ask: import("./list_state.js").Ask,
 *   edit: (id: string, draft: BlockDraft) => number | undefined,
 *   insertBehind: (id: string, draft: BlockDraft) => { id: string, n: number } | undefined,
 *   nameOf: (type: string) => string, kinds: () => import("./forms.js").BlockKind[],
 *   getState: () => import("./list_state.js").ListState, afterwards: () => void, onDrafts: () => void,
 *   store: ReturnType<typeof import("../kit/drafts.js").makeDrafts>, chooseFile: import("./forms.js").ChooseFile,
 * }} options `edit` and `insertBehind` send what was written; `onDrafts` is called when other drafts are there
 */
export function makeBlockPane({ ask, edit, insertBehind, nameOf, kinds, getState, afterwards, onDrafts, store, chooseFile }) {
  const pane = element("section", "bl-page");
  pane.setAttribute("aria-label", "Selected block");
  const head = element("div", "bl-page-head");
  const notes = element("div", "bl-page-findings");
  const body = element("div", "bl-page-body");
  pane.append(head, notes, body);

  const drafts = makeBlockDrafts({
    store, ask,
    isRefused: (id) => getState().refused.has(id),
    onChange: onDrafts,
    onReturn(id) {
      if (id === current && mode === "look") write();
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

  function makeTitle(text = `Block ${placeOf(current)}`, kind = "") {
    const title = element("div", "bl-page-title"); // JupyterLab numbers what is an h3, and lists it as the notebook's
    title.setAttribute("role", "heading");
    title.setAttribute("aria-level", "3");
    title.append(element("span", "bl-page-place", text));
    if (kind) title.append(element("span", "bl-soft", kind));
    return title;
  }
  /** @param {string} html */
  function rendered(html, className = "") {
    const made = element("div", `bl-rendered ${className}`.trim());
    showRendered(made, html, getState());
    return made;
  }
  /** @param {string | null} id */
  function placeOf(id) {
    return id === null ? 0 : getState().order.indexOf(id) + 1;
  }

  /**
   * Show what is active in the list; a form that is open stays open while its block stays chosen.
   * @param {string | null} active
   * @param {string[]} chosen
   */
  function follow(active, chosen, isForced = false) {
    if (mode === "lesson" && !isForced) return;
    if (chosen.length > 1) {
      keepDraft();
      mode = "many";
      current = null;
      head.replaceChildren(makeTitle(`${chosen.length} blocks selected`));
      body.replaceChildren(element("p", "bl-soft", "Move or delete them together. Esc clears the selection."));
      return;
    }
    const state = getState();
    const card = active === null ? "" : JSON.stringify([state.card(active), state.can.write]);
    if (!isForced && active === current && card === currentCard) {
      renumber();
      return;
    }
    if (active === current && mode === "write" && !isForced) {
      currentCard = card;
      warnOfOthers();
      return;
    }
    if (active !== current) keepDraft();
    current = active;
    currentCard = card;
    if (active === null) {
      head.replaceChildren();
      body.replaceChildren();
    } else if (drafts.has(active)) {
      write();
    } else {
      look();
    }
  }

  /** @param {(id: string) => HTMLElement | undefined} listOf the findings of a block, to be shown */
  function showFindings(listOf) {
    const list = current === null ? undefined : listOf(current);
    if (list && list.isEqualNode(notes.firstElementChild)) return; // a button that has the focus keeps it
    notes.replaceChildren(...(list ? [list] : []));
  }

  function renumber() {
    const title = head.querySelector(".bl-page-place");
    if (title && mode !== "lesson" && current !== null) title.textContent = `Block ${placeOf(current)}`;
  }

  async function look() {
    mode = "look";
    form = null;
    const mine = ++round;
    const id = current;
    const block = await ask("block", { id });
    if (mine !== round || !block.found) return;
    const tools = element("div", "bl-tools");
    if (getState().can.write) {
      tools.append(button({ icon: "edit", text: "Edit", hint: "Enter", className: "bl-main", onClick: () => write() }));
    }
    head.replaceChildren(makeTitle(`Block ${placeOf(id)}`, nameOf(block.type)), tools);
    body.replaceChildren();
    if (discarded && discarded.id === id) body.append(makeRestoreLine(discarded));
    if (block.problem) body.append(element("p", "bl-problem", block.problem));
    body.append(rendered(block.html));
    if (!block.html) body.append(element("p", "bl-soft", "This block is empty."));
    if (block.quotes.length) body.append(makeQuoteList(block.quotes, ask));
  }

  /** @param {{ id: string, draft: BlockDraft }} lost */
  function makeRestoreLine(lost) {
    const line = element("div", "bl-changed");
    line.setAttribute("role", "status");
    line.append(element("span", "", "Your text was discarded."), button({
      text: "Restore", onClick: () => {
        drafts.put(lost.id, lost.draft);
        discarded = null;
        onDrafts();
        write({ focus: true });
      },
    }));
    return line;
  }

  // Writing

  async function write({ focus = false } = {}) {
    if (current === null || !getState().can.write) return;
    mode = "write"; // from here on: what is told of the block meanwhile does not close the form again
    const mine = ++round;
    const id = current;
    let draft = drafts.has(id) ? drafts.get(id) : undefined;
    if (!draft) {
      const block = await ask("block", { id });
      if (mine !== round || !block.found) return;
      const isBlank = block.type === "blank";
      const begun = isBlank ? await ask("convert", { id, type: "blank", content: {}, to: "text" }) : block;
      if (mine !== round) return;
      const type = isBlank ? "text" : block.type;
      draft = { type, content: begun.content, base: JSON.stringify(block.content), isJson: false };
    }
    const opened = openForm(id, draft);
    if (focus) opened.focus();
  }

  /** @param {string} id @param {BlockDraft} draft */
  function openForm(id, draft) {
    const { direction, language } = getState();
    const opened = makeBlockForm(draft, {
      kinds: kinds(), direction, language, onInput, onSave: save, onCancel: discard, onType: convert, onJson: turn,
      onKeepBoth: keepBoth, chooseFile,
    });
    form = opened;
    head.replaceChildren(makeTitle(`Block ${placeOf(id)}`), opened.tools);
    body.replaceChildren(...opened.nodes);
    preview();
    if (drafts.get(id) === draft) warnOfOthers();
    return opened;
  }

  const preview = debounce(PREVIEW_PAUSE, async () => {
    const mine = form;
    if (!mine) return;
    if (!mine.read()) {
      mine.showProblem(mine.draft.problem ?? "");
      return;
    }
    const answer = await ask("draft", { id: current, type: mine.draft.type, content: mine.draft.content });
    if (mine !== form) return;
    mine.showPreview(answer.html);
    if (mine.hasProblem()) mine.showProblem(answer.problem);
  });

  function onInput() {
    if (!form || current === null) return;
    const isNew = !drafts.has(current);
    form.read();
    form.draft.isSent = false;
    drafts.put(current, form.draft);
    preview();
    if (isNew) onDrafts();
  }

  function keepDraft() {
    if (form && current !== null && mode === "write" && drafts.has(current)) {
      form.read();
      drafts.put(current, form.draft);
    }
    preview.cancel();
    form = null;
  }

  // Whether the form can be read and the service would take it; what is wrong is shown.
  /** @param {ReturnType<typeof makeBlockForm>} mine */
  async function isComplete(mine) {
    const answer = await ask("draft", { id: current, type: mine.draft.type, content: mine.draft.content });
    if (mine !== form) return false;
    mine.showProblem(answer.problem);
    return !answer.problem;
  }

  async function save() {
    const mine = form;
    if (!mine || mine.isSaving) return;
    if (!mine.read()) {
      mine.showProblem(mine.draft.problem ?? "");
      return;
    }
    mine.isSaving = true;
    const isReady = await isComplete(mine);
    mine.isSaving = false;
    if (mine !== form || current === null) return;
    if (!isReady) {
      mine.focus();
      return;
    }
    mine.draft.isSent = true;
    mine.draft.n = edit(current, mine.draft);
    drafts.put(current, mine.draft);
    close();
  }

  function discard() {
    if (form && current !== null && drafts.has(current)) {
      form.read();
      discarded = { id: current, draft: form.draft };
      drafts.drop(current);
    }
    close();
  }

  function close() {
    preview.cancel();
    onDrafts();
    form = null;
    currentCard = "";
    look();
    afterwards();
  }

  /** @param {string} to */
  async function convert(to) {
    const mine = form;
    if (!mine) return;
    if (!mine.read()) {
      mine.showProblem(mine.draft.problem ?? "");
      return;
    }
    const answer = await ask("convert", { id: current, type: mine.draft.type, content: mine.draft.content, to });
    if (mine !== form || current === null) return;
    const draft = { ...mine.draft, type: to, content: answer.content };
    drafts.put(current, draft);
    onDrafts();
    openForm(current, draft).focusType();
  }

  /** @param {boolean} isJson */
  function turn(isJson) {
    if (!form || current === null) return;
    if (!form.read()) {
      form.showProblem(form.draft.problem ?? "");
      form.resetJson();
      return;
    }
    form.draft.isJson = isJson;
    openForm(current, form.draft).focusJson();
  }

  async function warnOfOthers() {
    const mine = form;
    if (!mine) return;
    const block = await ask("block", { id: current });
    const { base } = mine.draft;
    if (mine !== form || !block.found || base === undefined || base === JSON.stringify(block.content)) return;
    mine.warn(block);
  }

  // Theirs stays where it is; mine becomes a block of its own right behind it.
  async function keepBoth() {
    const mine = form;
    const id = current;
    if (!mine || id === null || !mine.read() || !(await isComplete(mine))) return;
    const copy = insertBehind(id, mine.draft);
    if (!copy) return;
    mine.draft.isSent = true;
    mine.draft.n = copy.n;
    drafts.put(copy.id, mine.draft);
    drafts.drop(id);
    close();
  }

  // The whole lesson

  /** @type {{ above?: string, below?: string, accent?: string[] }} what stands around it on learners' pages */
  let around = {};
  async function showLesson(start = 0) {
    if (start === 0) {
      keepDraft();
      mode = "lesson";
      current = null;
      head.replaceChildren(makeTitle("Whole lesson"));
      body.replaceChildren();
    }
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
      body.append(button({ text, className: "bl-more", onClick: () => showLesson(lesson.next) }));
    }
  }

  return {
    element: pane,
    drafts,
    follow,
    showFindings,
    edit: () => write({ focus: true }),
    showLesson,
    isLesson: () => mode === "lesson",
    /** @param {string | null} active @param {string[]} chosen */
    leaveLesson(active, chosen) {
      mode = "look";
      follow(active, chosen, true);
    },
    restoreDrafts() {
      drafts.restore();
      if (!form && current !== null && drafts.has(current) && mode === "look") write();
    },
    /** The block that is being written; `null` if there is none. */
    writing: () => (mode === "write" ? current : null),
    close: keepDraft,
  };
}

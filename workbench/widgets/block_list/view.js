// @ts-check
// The block list. State comes down as traits; what a person wants goes up as messages; this script writes no trait.
// A gesture is shown at once and taken back when Python, having acknowledged it, shows something else.

import { element, subscribe } from "../kit/dom.js";
import { makeDrafts } from "../kit/drafts.js";
import { makeBlockHandle } from "./block_handle.js";
import { makeBlockPane } from "./block_pane.js";
import { makeDispute } from "./dispute.js";
import { newId } from "./elements.js";
import { makeFindings } from "./findings.js";
import { appendBlock, deleteBlocks, insertBlock, moveBlocks } from "./gestures.js";
import { makeNeighbours } from "./neighbours.js";
import { makeOutbox } from "./outbox.js";
import { makePage } from "./page.js";
import { makePoller } from "./poller.js";
import { makeRows } from "./rows.js";
import { makeSuggest } from "./suggest.js";
import { makeBlockTools, makeLessonBar, stopDisabledClick } from "./toolbars.js";
import { makeBeside } from "./translation/beside.js";
import { makeUnsavedTexts } from "./unsaved_texts.js";
import { makeUploads } from "./uploads.js";
import { initialize } from "../kit/late_start.js";
import { makePreviews } from "../kit/previews.js";

const AFTER_CHOICE = new Set(["edit", "theirs", "mine", "both", "beside"]); // before these nothing is saved by itself
const CHECKED_TRAITS = /** @type {const} */ (["order", "cards", "patch", "pending", "checked"]); // findings depend on them
const MEDIA = new Set(["image", "audio", "video", "file"]); // a click on one chooses it, a double click opens its form

/**
 * @typedef {import("./list_state.js").Card} Card
 * @typedef {import("./list_state.js").ListState} ListState
 * @typedef {import("./list_state.js").BlockListModel} BlockListModel
 */

/** @type {import("@anywidget/types").Render<import("./list_state.js").BlockListTraits>} */
function render({ model, el }) {
  const view = newId().slice(0, 13);
  el.classList.add("wb-blocks");
  el.setAttribute("data-lm-suppress-shortcuts", "true");

  const outbox = makeOutbox(model, view);
  /** @type {Map<string, Card>} */
  const guesses = new Map(); // cards of blocks that Python does not know yet
  /** @param {string} id @returns {Card} */
  const cardOf = (id) => model.get("patch")[id] ?? model.get("cards")[id] ?? guesses.get(id) ?? ["", "", ""];
  const kinds = () => model.get("kinds");
  /** @param {string} type */
  const nameOf = (type) => kinds().find(([wire]) => wire === type)?.[1] ?? type;
  /** @param {string} type */
  const glyphOf = (type) => kinds().find(([wire]) => wire === type)?.[2];

  // What a person does

  /** @param {string} intent @param {Record<string, any>} fields */
  function act(intent, fields) {
    if (model.get("disabled")) return undefined;
    poller.onAction();
    if (!AFTER_CHOICE.has(intent)) pane.flush(); // what is typed goes first
    if (intent === "delete") pane.drafts.dropSent(fields.ids);
    if (intent === "undo" || intent === "redo") pane.drafts.dropSent(rows.order);
    if (intent === "theirs" || intent === "both") pane.drafts.dropSent(model.get("pending")); // both were seen
    if (intent === "insert") return insert(fields.type, fields.after);
    if (intent === "duplicate") return neighbours.duplicate(fields.id);
    if (intent === "delete") return fields.ids.length ? sendGesture(intent, deleteBlocks(fields.ids)) : undefined;
    if (intent === "move") return sendGesture(intent, moveBlocks(fields.ids, fields.before));
    return sendGesture(intent, { fields });
  }
  /** @param {string} intent @param {import("./gestures.js").Gesture} gesture */
  function sendGesture(intent, { fields, reorder }) {
    const n = outbox.sendGesture(intent, fields, reorder);
    refresh();
    updateStatus();
    return n;
  }
  /** @param {string} type @param {boolean} [after] */
  function insert(type, after) {
    const { order, can } = getState();
    const gesture = insertBlock({ type, after, active: rows.active, order, canMove: can.move });
    guesses.set(gesture.id, [type, "", ""]);
    const n = sendGesture("insert", gesture);
    rows.choose(gesture.id);
    if (type !== "blank") pane.edit();
    return n;
  }
  const neighbours = makeNeighbours({
    sendGesture, getState, kinds, cardOf, edit,
    isDisabled: () => model.get("disabled"),
    isBeside: () => beside.isOn(),
    rows: () => rows,
    page: () => page,
    begin() {
      poller.onAction();
      pane.flush();
    },
    guesses,
    choose(id) {
      isInPage = true;
      rows.choose(id, { focus: false });
    },
  });
  // A text whose block is gone goes on in a new one.
  /** @param {string} id */
  function rescue(id) {
    const gesture = appendBlock("blank");
    guesses.set(gesture.id, ["blank", "", ""]);
    sendGesture("insert", gesture);
    pane.drafts.carryOver(id, gesture.id);
    rows.choose(gesture.id);
  }
  /** @param {import("./caret.js").CaretPlace | null} [at] where the caret is wanted */
  function edit(at) {
    isFromPage = isInPage;
    pane.edit(at);
    beside.mount();
  }
  // The block that is helped with: the chosen one, if there is one.
  function helped() {
    return rows.chosen().length > 1 ? null : rows.active;
  }
  function help() {
    pane.flush();
    suggest.open();
  }

  // A file that was added alone: what it is can be said at once, unless something else is being written.
  /** @param {string} id @param {string} type */
  function showAdded(id, type) {
    if (pane.writing() !== null) return;
    rows.choose(id);
    if (type === "image") pane.edit();
  }

  // What is shown

  /** @returns {ListState} */
  function getState() {
    return {
      view,
      order: rows.order,
      card: cardOf,
      pending: new Set(model.get("pending")),
      refused: new Set(model.get("refused")),
      drafts: pane.drafts.ids(),
      can: model.get("can"),
      language: model.get("language"),
      direction: model.get("direction"),
      findings: findings.of,
      comments: model.get("comments"),
    };
  }
  function refresh() {
    const known = model.get("order");
    const order = outbox.reordered(known);
    const now = { ...getState(), order };
    if (order !== known) {
      const stored = new Set(known);
      for (const id of order) if (!stored.has(id)) now.pending.add(id);
    }
    /** @type {Record<string, string>} */
    const none = {
      empty: "Reading the lesson\u2026", failed: "Nothing to show.", away: "Not loaded yet.",
    };
    const sentence = none[model.get("state")] ?? "This lesson has no blocks yet. Add one above.";
    rows.show(now, sentence);
    page.show(now, rows.active, rows.chosen(), sentence);
    place();
    handle.update();
    pane.drafts.settle((id, n) => outbox.isLost || now.pending.has(id) || outbox.hasGesture(n));
    updateControls();
    updateFindings();
    suggest.update();
    beside.update();
  }
  // The pane is in the page, below its block or in its place; next to a source, in the row that is written.
  function place() {
    el.classList.toggle("bl-beside-on", beside.isOn());
    if (!beside.isOn()) {
      page.mount(pane, pane.writing() !== null);
      return;
    }
    if (pane.head.parentElement !== pane.element) pane.element.prepend(pane.head);
    beside.mount();
  }
  function updateControls() {
    bar.update();
    tools.update();
    el.classList.toggle("bl-may-move", Boolean(model.get("can").move));
    el.classList.toggle("bl-may-write", Boolean(model.get("can").write));
  }
  function updateStatus() {
    const drafts = pane.drafts.ids().size;
    const state = bar.showStatus({ blocks: rows.order.length, drafts, isWaiting: outbox.isWaiting(), saving: pane.saving() });
    unsaved.update(rows.order, !["empty", "failed", "away"].includes(model.get("state")));
    hint.textContent = model.get("hint");
    el.setAttribute("aria-busy", String(state === "saving" && pane.writing() === null));
    updateControls();
  }
  // What this person had begun to write here is taken up again where it was.
  function restoreDrafts() {
    pane.restoreDrafts();
    const ids = [...pane.drafts.ids()].filter((id) => rows.order.includes(id));
    if (ids.length && !rows.wasTouched) rows.choose(ids[ids.length - 1], { focus: false });
  }

  const previews = makePreviews(el, (asset) => outbox.ask("asset", { asset }));
  const findings = makeFindings({
    ask: outbox.ask,
    fix: ({ rule, block }) => act("fix", { rule, block }),
    canWrite: () => model.get("can").write && !model.get("disabled"),
    onFindings: () => refresh(),
  });
  function updateFindings() {
    findings.update(CHECKED_TRAITS.map((name) => model.get(name)));
    pane.showFindings(findings.listOf);
  }
  let isInPage = false; // whether the hands are in the page, or in the list beside it
  let isFromPage = false; // whether they were when the form was opened
  /** @type {string | null} */
  let shownActive = null;
  const page = makePage({
    ask: outbox.ask, nameOf,
    opensByClick: (type) => !MEDIA.has(type),
    onChoose(id, how) {
      isInPage = true;
      rows.choose(id, { ...how, focus: false });
    },
    onOpen: edit,
    onMenu: () => handle.openMenu(),
    onKey(event) {
      rows.onKey(event);
      if (!event.defaultPrevented) return;
      if (pane.writing() === null) page.focus();
      page.reveal(rows.active);
    },
    onPointer: (id) => handle.moveTo(id),
  });
  page.element.addEventListener("focusin", () => { isInPage = true; });
  const rows = makeRows({
    act, nameOf, glyphOf,
    onActive(active, chosen) {
      page.activate(active);
      if (active !== shownActive && !isInPage) page.reveal(active);
      shownActive = active;
      pane.follow(active, chosen);
      handle.moveTo(active);
      pane.showFindings(findings.listOf);
      suggest.follow(helped());
      updateControls();
    },
    onOpen: edit,
    onHelp: help,
  });
  rows.element.addEventListener("focusin", () => { isInPage = false; });
  const uploads = makeUploads(model, {
    el, view, ask: outbox.ask, send: outbox.send, isLost: () => outbox.isLost, place: () => rows.active, onBlock: showAdded,
  });
  const pane = makeBlockPane({
    ...neighbours, kinds, getState,
    chooseFile: uploads.chooseFor,
    ask: outbox.ask,
    edit: (id, { type, content }, visit) => act("edit", { id, type, content, visit }),
    undo: (isRedo) => void act(isRedo ? "redo" : "undo", {}),
    isDisputed: () => Boolean(model.get("dispute").sentence),
    store: makeDrafts(() => model.get("drafts")),
    afterwards() {
      if (beside.isOn()) beside.focus();
      else if (isFromPage) page.focus();
      else rows.focus();
    },
    onMode() {
      place();
      pane.showFindings(findings.listOf);
    },
    onReturn: (id) => void (rows.wasTouched || pane.writing() !== null || rows.choose(id, { focus: false })),
    onHtml: page.showDraft,
    contentOf: page.contentOf,
    onTypes: (field) => handle.openTypesAt(field, pane.convert),
    onDrafts() {
      refresh();
      updateStatus();
    },
  });
  const suggest = makeSuggest(model, {
    getState, ask: outbox.ask, send: act, isLost: () => outbox.isLost, acknowledged: outbox.acknowledged,
    focusList: () => rows.focus(), reveal: (id) => rows.choose(id),
  });
  pane.element.append(suggest.element);
  const bar = makeLessonBar(model, {
    act, onFiles: uploads.choose, onRetry: () => outbox.send("retry"),
    onList: () => el.classList.toggle("bl-list-open"),
  });
  const tools = makeBlockTools(model, { act, rows, onEdit: () => edit(), onHelp: help });
  const handle = makeBlockHandle(model, {
    act, rows, page, onEdit: () => edit(), onHelp: help,
    onJson() {
      isFromPage = true;
      void pane.editJson();
    },
    hasFields: (id) => kinds().some(([type, , , record]) => type === cardOf(id)[0] && Boolean(record)),
  });
  const beside = makeBeside(model, {
    act, newId, getState, pane, rows, ask: outbox.ask, isLost: () => outbox.isLost, onToggle: place,
  });
  bar.element.append(beside.line);
  const dispute = makeDispute(model, act, pane.hasFocus);
  /** @param {string} id */
  function continueWriting(id) {
    rows.choose(id, { focus: false });
    edit();
  }
  const unsaved = makeUnsavedTexts({ pane, onContinue: continueWriting, onRescue: rescue });
  const hint = element("p", "bl-hint");
  const spoken = element("div", "bl-spoken");
  spoken.setAttribute("aria-live", "polite");
  const side = element("div", "bl-side");
  side.append(rows.element, tools.element);
  const main = element("div", "bl-body");
  main.append(side, page.element);
  el.append(bar.element, bar.menu, uploads.element, hint, outbox.note, unsaved.element, suggest.line, dispute.element, main, beside.element, spoken);
  el.addEventListener("click", stopDisabledClick, true);

  function onDispute() {
    dispute.update();
    pane.autosave(); // what was typed while both versions were looked at
  }
  function announce() {
    const { text } = model.get("announcement");
    spoken.replaceChildren(element("p", "", text)); // a new element: the same sentence is read again
  }

  const poller = makePoller(el, {
    isWanted: () => !outbox.isLost && model.get("can").watch,
    poll: () => outbox.send("poll"),
    acknowledged: outbox.acknowledged,
  });

  // Several traits change together: they are shown together, before the next frame.
  let isStale = false;
  let isNew = true; // no block of the lesson is known yet
  function onChange() {
    if (isStale) return;
    isStale = true;
    queueMicrotask(() => {
      isStale = false;
      outbox.settle();
      poller.settle();
      refresh();
      if (isNew) restoreDrafts();
      isNew &&= rows.order.length === 0;
      updateStatus();
    });
  }
  const traits = [
    "order", "cards", "patch", "pending", "refused", "can", "language", "direction", "undo", "redo", "state",
    "sentence", "hint", "acknowledged", "proposals", "cost", "translation",
    "checked", "comments", "uploads",
  ];
  const unsubscribe = subscribe(model, [
    ...traits.map((name) => /** @type {[string, () => void]} */ ([`change:${name}`, onChange])),
    ["change:reveal", () => rows.choose(model.get("reveal").block)],
    ["change:dispute", onDispute], ["change:announcement", announce], ["change:drafts", restoreDrafts],
    ["msg:custom", outbox.onMessage],
  ]);
  place();
  refresh();
  restoreDrafts();
  updateStatus();
  dispute.update();

  return () => {
    unsubscribe();
    poller.close();
    outbox.close();
    findings.close();
    uploads.close();
    void previews.close();
    suggest.close();
    beside.close();
    rows.close();
    pane.close();
    page.close();
    el.removeEventListener("click", stopDisabledClick, true);
    el.replaceChildren();
  };
}

export default { initialize, render };

// The block list. State comes down as traits; what a person wants goes up as messages; this script writes no trait.
// A gesture is shown at once and taken back when Python, having heard it, shows something else.

const LOOK_EVERY = 2000; // milliseconds, while others' changes are told and the list is on the screen
const LOOK_SELDOM = 10000; // after some minutes in which nothing happened
const QUIET_AFTER = 300000;
const PATIENCE = 3000; // until it is said that the notebook does not answer

function render({ model, el }) {
  const view = newId().slice(0, 13);
  let number = 0;
  let isLost = false;
  let unheard = []; // gestures that Python has not heard yet
  const questions = new Map();

  el.classList.add("wb-blocks");
  el.setAttribute("data-lm-suppress-shortcuts", "true");

  // Talking to Python

  function say(intent, fields) {
    number += 1;
    try {
      model.send({ intent, view, n: number, ...fields });
    } catch {
      isLost = true; // the kernel that this list belongs to is gone
    }
    return number;
  }
  function ask(intent, fields) {
    return new Promise((resolve) => questions.set(say(intent, fields), resolve));
  }
  function told(said) {
    if (said?.view !== view) return;
    questions.get(said.answer)?.(said);
    questions.delete(said.answer);
  }
  function act(intent, fields) {
    if (model.get("disabled")) return undefined;
    lastDeed = Date.now();
    if (intent === "beside") return beside(fields);
    return send(intent, prepared(intent, fields));
  }
  // A new block right behind another one, with this in it.
  function beside({ id, type, content }) {
    if (!model.get("can").write || !model.get("can").move) return undefined;
    const place = rows.order.indexOf(id);
    const made = { id: newId(), type, before: rows.order[place + 1] ?? null };
    guesses.set(made.id, [type, wordsIn(content), ""]);
    const shown = (now) => {
      const at = now.indexOf(id);
      return now.includes(made.id) ? now : [...now.slice(0, at + 1), made.id, ...now.slice(at + 1)];
    };
    send("insert", { said: made, shown });
    return { fresh: { id: made.id, n: send("edit", { said: { id: made.id, type, content } }) } };
  }
  function send(intent, gesture) {
    if (!gesture) return undefined;
    if (intent === "theirs" || intent === "both") page.forgetSent(model.get("pending")); // a person has seen both, and chosen
    const n = say(intent, gesture.said);
    unheard.push({ n, shown: gesture.shown ?? ((order) => order) });
    patience();
    refresh();
    stand();
    gesture.then?.();
    return n;
  }

  // What is sent, and how the list looks until it is heard.
  function prepared(intent, fields) {
    if (intent === "insert") return inserted(fields);
    if (intent === "duplicate") {
      const fresh = newId();
      const shown = (order) => {
        const place = order.indexOf(fields.id);
        return place < 0 || order.includes(fresh) ? order : [...order.slice(0, place + 1), fresh, ...order.slice(place + 1)];
      };
      guesses.set(fresh, cardOf(fields.id));
      return { said: { id: fields.id, new: fresh }, shown, then: () => rows.choose(fresh) };
    }
    if (intent === "delete") {
      const gone = new Set(fields.ids);
      return gone.size ? { said: fields, shown: (order) => order.filter((id) => !gone.has(id)) } : null;
    }
    if (intent === "move") {
      const moving = new Set(fields.ids);
      const shown = (order) => {
        const rest = order.filter((id) => !moving.has(id));
        const place = fields.before === null ? rest.length : rest.indexOf(fields.before);
        if (place < 0) return order;
        return [...rest.slice(0, place), ...order.filter((id) => moving.has(id)), ...rest.slice(place)];
      };
      return { said: fields, shown };
    }
    return { said: fields };
  }
  function inserted({ type, after = true }) {
    const { order, can } = facts();
    const id = newId();
    const place = order.indexOf(rows.active);
    const before = place < 0 ? null : (order[after ? place + 1 : place] ?? null);
    guesses.set(id, [type, "", ""]);
    const shown = (now) => {
      if (now.includes(id)) return now;
      const cut = before === null || !can.move ? now.length : now.indexOf(before);
      return cut < 0 ? now : [...now.slice(0, cut), id, ...now.slice(cut)];
    };
    const then = () => {
      rows.choose(id);
      if (type !== "blank") page.open();
    };
    return { said: { id, type, before }, shown, then };
  }

  // What holds

  const guesses = new Map(); // cards of blocks that Python does not know yet
  const cardOf = (id) => model.get("patch")[id] ?? model.get("cards")[id] ?? guesses.get(id) ?? ["", "", ""];
  const kinds = () => model.get("kinds");
  const nameOf = (type) => kinds().find(([wire]) => wire === type)?.[1] ?? type;
  function facts() {
    return {
      view,
      order: rows ? rows.order : model.get("order"),
      card: cardOf,
      pending: new Set(model.get("pending")),
      refused: new Set(model.get("refused")),
      drafts: page ? page.drafts() : new Set(),
      can: model.get("can"),
      language: model.get("language"),
      direction: model.get("direction"),
    };
  }
  function refresh() {
    const known = model.get("order");
    let order = known;
    for (const { shown } of unheard) order = shown(order);
    const now = facts();
    if (order !== known) {
      const fixed = new Set(known);
      for (const id of order) if (!fixed.has(id)) now.pending.add(id);
    }
    const none = {
      empty: "Reading the lesson \u2026", failed: "There is nothing to show.", away: "Nothing could be read yet.",
    }[model.get("state")] ?? "This lesson has no blocks yet. Add one above.";
    rows.show({ ...now, order, none });
    page?.settled((id, n) => isLost || now.pending.has(id) || unheard.some((each) => each.n === n));
    settle();
  }

  // The parts

  const store = makeDrafts(() => model.get("drafts"));
  let rows = null;
  let page = null;
  let chosen = [];
  rows = makeRows({
    act, nameOf,
    onActive(active, ids) {
      chosen = ids;
      page?.follow(active, ids);
      settle();
    },
    onOpen: () => openPage(),
  });
  page = makePage({
    act, ask, nameOf, kinds, facts, store,
    afterwards: () => rows.focus(),
    draftsChanged: () => {
      refresh();
      stand();
    },
  });
  // What this person had begun to write here is taken up again where it was.
  function putBack() {
    page.putBack();
    const newest = [...page.drafts()].filter((id) => rows.order.includes(id)).at(-1);
    if (newest !== undefined && !rows.wasTouched) rows.choose(newest, { focus: false });
  }
  function openPage() {
    if (page.isLesson()) toggleLesson();
    page.open();
  }

  const bar = element("div", "bl-bar");
  bar.setAttribute("role", "toolbar");
  bar.setAttribute("aria-label", "The lesson");
  const add = button({ icon: "plus", text: "Add a block", className: "bl-main", onClick: () => offer(kindsBox.hidden) });
  add.setAttribute("aria-expanded", "false");
  const undo = button({ icon: "undo", text: "Undo", hint: "Ctrl+Z", onClick: () => act("undo", {}) });
  const redo = button({ icon: "redo", text: "Redo", hint: "Ctrl+Shift+Z", onClick: () => act("redo", {}) });
  const whole = button({ icon: "eye", text: "Whole lesson", onClick: () => toggleLesson() });
  whole.setAttribute("aria-pressed", "false");
  const past = button({ icon: "past", text: "History", onClick: () => say("history", {}) });
  const standing = element("div", "bl-standing");
  const dot = element("span", "bl-dot");
  const sentence = element("span", "bl-sentence");
  const again = button({ icon: "again", text: "Try again", onClick: () => say("retry", {}) });
  standing.append(dot, sentence, again);
  bar.append(add, undo, redo, whole, past, standing);

  const kindsBox = element("div", "bl-kinds");
  kindsBox.setAttribute("role", "group");
  kindsBox.setAttribute("aria-label", "Add a block below the chosen one");
  kindsBox.hidden = true;
  function offer(isOpen) {
    kindsBox.hidden = !isOpen;
    add.setAttribute("aria-expanded", String(isOpen));
    if (!isOpen) return;
    kindsBox.replaceChildren();
    for (const [wire, name] of kinds()) {
      if (wire !== "blank" && !model.get("can").write) continue;
      const one = button({ text: name, onClick: () => { offer(false); act("insert", { type: wire }); } });
      const chip = element("span", "bl-chip", GLYPHS[wire] ?? "{ }");
      chip.dataset.type = wire;
      chip.setAttribute("aria-hidden", "true");
      one.prepend(chip);
      kindsBox.append(one);
    }
    kindsBox.querySelector("button")?.focus();
  }
  kindsBox.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    offer(false);
    add.focus();
    event.stopPropagation();
  });

  const hint = element("p", "bl-hint");
  const quiet = element("p", "bl-hint bl-quiet");
  quiet.setAttribute("role", "status");
  const dispute = element("div", "bl-dispute");
  dispute.setAttribute("role", "group");
  dispute.setAttribute("aria-label", "Two versions of this lesson");
  dispute.tabIndex = -1;

  const tools = element("div", "bl-acts");
  tools.setAttribute("role", "toolbar");
  tools.setAttribute("aria-label", "The chosen blocks");
  const made = (icon, label, key, onClick) => button({ icon, label, hint: key, className: "bl-icon", onClick });
  const actions = {
    move: [
      made("top", "Move to the top", "Alt+Home", () => rows.moves.top()),
      made("up", "Move up", "Alt+\u2191", () => rows.moves.up()),
      made("down", "Move down", "Alt+\u2193", () => rows.moves.down()),
      made("bottom", "Move to the end", "Alt+End", () => rows.moves.bottom()),
    ],
    insert: [
      made("before", "Blank block before", "Shift+Insert", () => act("insert", { type: "blank", after: false })),
      made("after", "Blank block after", "Insert", () => act("insert", { type: "blank" })),
    ],
    write: [
      made("edit", "Edit", "Enter", () => openPage()),
      made("copy", "Duplicate", "Ctrl+D", () => act("duplicate", { id: rows.active })),
      made("bin", "Delete", "Delete", () => act("delete", { ids: rows.chosen() })),
    ],
  };
  tools.append(...Object.values(actions).flat());

  const side = element("div", "bl-side");
  side.append(rows.element, tools);
  const main = element("div", "bl-body");
  main.append(side, page.element);
  const spoken = element("div", "bl-spoken");
  spoken.setAttribute("aria-live", "polite");
  const unsaved = element("div", "bl-unsaved");
  unsaved.setAttribute("role", "status");
  el.append(bar, kindsBox, hint, quiet, unsaved, dispute, main, spoken);

  function toggleLesson() {
    const isOn = !page.isLesson();
    whole.setAttribute("aria-pressed", String(isOn));
    if (isOn) page.lesson();
    else page.leaveLesson(rows.active, rows.chosen());
  }

  // What can be pressed now, and how the lesson stands

  function settle() {
    if (!page) return;
    const can = model.get("can");
    const some = chosen.length > 0;
    const place = rows.order.indexOf(chosen[0]);
    const last = rows.order.indexOf(chosen.at(-1));
    const [top, up, down, bottom] = actions.move;
    const isFirst = chosen.length === last - place + 1 && place === 0;
    const isLast = chosen.length === last - place + 1 && last === rows.order.length - 1;
    for (const each of [top, up]) able(each, can.move && some && !isFirst);
    for (const each of [down, bottom]) able(each, can.move && some && !isLast);
    able(actions.insert[0], can.insert && can.move && some);
    able(actions.insert[1], can.insert && (can.move || !rows.order.length));
    for (const each of actions.write) able(each, can.write && some && (each === actions.write[2] || chosen.length === 1));
    able(add, can.insert);
    able(undo, Boolean(model.get("undo")));
    able(redo, Boolean(model.get("redo")));
    undo.title = model.get("undo") ? `Undo ${model.get("undo")} (Ctrl+Z)` : "Nothing to undo";
    redo.title = model.get("redo") ? `Do ${model.get("redo")} again (Ctrl+Shift+Z)` : "Nothing to do again";
    able(whole, rows.order.length > 0);
    past.hidden = !can.history;
    el.classList.toggle("bl-may-move", Boolean(can.move));
  }
  // A button that is switched off keeps the focus: it may be switched on again in a moment.
  function able(each, isAble) {
    each.setAttribute("aria-disabled", String(!isAble));
  }
  function refuse(event) {
    if (event.target.closest?.("[aria-disabled=true]")) {
      event.preventDefault();
      event.stopImmediatePropagation();
    }
  }
  el.addEventListener("click", refuse, true);

  function stand() {
    const drafts = [...page.drafts()];
    const known = unheard.length ? "saving" : model.get("state");
    const state = known === "saved" && drafts.length ? "draft" : known;
    standing.dataset.state = state;
    const count = rows.order.length;
    const pages = count === 1 ? "1 block" : `${count.toLocaleString("en")} blocks`;
    const texts = drafts.length === 1 ? "1 text not saved yet" : `${drafts.length.toLocaleString("en")} texts not saved yet`;
    const sentences = {
      saved: `${pages} \u00b7 All changes saved`, draft: `${pages} \u00b7 ${texts}`, empty: "Reading \u2026",
    };
    const text = sentences[state] ?? model.get("sentence");
    remind(drafts);
    if (sentence.textContent !== text) sentence.textContent = text || "Saving \u2026";
    again.hidden = !["unsaved", "away"].includes(state) || !model.get("sentence").includes(".");
    hint.textContent = model.get("hint");
    el.setAttribute("aria-busy", String(state === "saving"));
    settle();
  }

  // Texts that were begun and not saved, other than the one that is being written: where they are, and the way there.
  let reminded = "";
  function remind(drafts) {
    const known = new Set(rows.order);
    const here = drafts.filter((id) => known.has(id) && id !== page.writing());
    const gone = ["empty", "failed", "away"].includes(model.get("state")) ? [] : drafts.filter((id) => !known.has(id));
    const now = JSON.stringify([here, gone, page.unkept(), here.map((id) => rows.order.indexOf(id))]);
    if (now === reminded) return;
    reminded = now;
    unsaved.replaceChildren();
    if (page.unkept()) unsaved.append(element("p", "bl-problem", page.unkept()));
    if (here.length) {
      const places = here.map((id) => rows.order.indexOf(id) + 1).sort((one, other) => one - other);
      const named = `${places.slice(0, 5).join(", ")}${places.length > 5 ? " \u2026" : ""}`;
      const text = `You have begun to write in ${places.length === 1 ? "block" : "blocks"} ${named} and not saved it. It is kept in this browser.`;
      unsaved.append(reminder(text, [["Go on writing", () => goOn(here.at(-1))]]));
    }
    for (const id of gone.slice(0, 3)) {
      const words = wordsIn(page.draftOf(id).content);
      const text = `A text of yours was not saved, and its block is not in the lesson any more: \u201c${words}\u201d`;
      unsaved.append(reminder(text, [["Put it into a new block", () => takeUp(id)], ["Discard", () => page.drop(id)]]));
    }
  }
  function goOn(id) {
    rows.choose(id, { focus: false });
    openPage();
  }
  function reminder(text, ways) {
    const line = element("div", "bl-changed");
    const words = element("span", "", text);
    words.dir = "auto";
    line.append(words, ...ways.map(([name, onClick]) => button({ text: name, onClick })));
    return line;
  }
  function takeUp(id) {
    const fresh = newId();
    guesses.set(fresh, ["blank", "", ""]);
    const before = null;
    const shown = (now) => (now.includes(fresh) ? now : [...now, fresh]);
    send("insert", { said: { id: fresh, type: "blank", before }, shown, then: () => {
      page.carryOver(id, fresh);
      rows.choose(fresh);
    } });
  }

  function disputed() {
    const { sentence: why, theirs, mine, texts = [] } = model.get("dispute");
    dispute.replaceChildren();
    dispute.hidden = !why;
    if (!why) return;
    const both = element("div", "bl-versions");
    both.append(version("Theirs, saved", theirs, "Keep theirs", "theirs"));
    both.append(version("Theirs with yours on top", mine, "Put mine again", "mine"));
    dispute.append(element("p", "bl-why", why), ...texts.map(sideBySide), both);
    if (texts.length) {
      const line = element("div", "bl-save");
      line.append(button({ text: "Keep both", className: "bl-main", onClick: () => act("both", {}) }),
        element("span", "bl-soft", "Theirs stays; yours becomes a block of its own right behind it."));
      both.before(line);
    }
    dispute.focus();
  }
  // What they wrote and what I wrote in one block, whole.
  function sideBySide({ place, who, at, theirs, mine }) {
    const box = element("div", "bl-versions bl-texts");
    const when = at ? `, ${localTime(at)}` : "";
    const where = place ? `block ${place}` : "a block that is not there any more";
    for (const [name, text] of [[`${who}${when}, in ${where}`, theirs || "(deleted)"], ["You, not saved", mine || "(deleted)"]]) {
      const one = element("div", "bl-version");
      const words = element("div", "bl-whole", text);
      words.dir = "auto";
      words.tabIndex = 0;
      words.setAttribute("role", "group");
      words.setAttribute("aria-label", name);
      one.append(element("div", "bl-version-name", name), words);
      box.append(one);
    }
    return box;
  }
  function version(name, entries, text, intent) {
    const box = element("div", "bl-version");
    const list = element("ul");
    for (const { place, type, text: words, mark } of entries) {
      const row = element("li", mark ? "bl-differs" : "");
      if (place === undefined) row.append(element("span", "bl-soft", "\u2026"));
      else {
        const said = element("bdi", "", words || type);
        said.dir = model.get("direction");
        row.append(element("span", "bl-number", String(place)), said);
        if (mark) row.append(element("span", "bl-soft", mark));
      }
      list.append(row);
    }
    box.setAttribute("role", "group");
    box.setAttribute("aria-label", name);
    box.append(element("div", "bl-version-name", name), list, button({ text, className: "bl-main", onClick: () => act(intent, {}) }));
    return box;
  }

  function speak() {
    const { text } = model.get("said");
    spoken.replaceChildren(element("p", "", text)); // a new element: the same sentence is read again
  }

  // A notebook that is busy, or whose kernel is gone

  let patient = 0;
  function patience() {
    clearTimeout(patient);
    if (!unheard.length) {
      quiet.textContent = "";
      return;
    }
    patient = setTimeout(() => {
      quiet.textContent = isLost
        ? "This list has lost its notebook: the kernel was restarted or stopped. What was saved is safe; run the cell again."
        : "The notebook has not heard this yet: a cell may be running. If its kernel was restarted, run the cell again.";
    }, isLost ? 0 : PATIENCE);
  }
  function heard() {
    const upTo = model.get("heard")[view] ?? 0;
    const before = unheard.length;
    unheard = unheard.filter(({ n }) => n > upTo);
    if (before !== unheard.length) {
      patience();
      refresh();
      stand();
    }
    if (looked <= upTo) looked = 0;
  }

  // Looking for others' changes: only while the list can be seen, and one look at a time

  let looked = 0;
  let isSeen = false;
  let lastDeed = Date.now();
  let lastLook = 0;
  const seen = new IntersectionObserver((entries) => { isSeen = entries.at(-1).isIntersecting; });
  seen.observe(el);
  const timer = setInterval(() => {
    const every = Date.now() - lastDeed > QUIET_AFTER ? LOOK_SELDOM : LOOK_EVERY;
    if (looked || isLost || !isSeen || document.hidden || !model.get("can").watch || Date.now() - lastLook < every - 100) return;
    lastLook = Date.now();
    looked = say("look", {});
  }, LOOK_EVERY / 2);

  // Several traits change together: they are shown together, before the next frame.
  let isStale = false;
  function changed() {
    if (isStale) return;
    isStale = true;
    queueMicrotask(() => {
      isStale = false;
      heard();
      refresh();
      if (isNew) putBack();
      isNew &&= rows.order.length === 0;
      stand();
    });
  }
  let isNew = true; // no block of the lesson is known yet
  const listeners = [
    ...["order", "cards", "patch", "pending", "refused", "can", "language", "direction", "undo", "redo", "state",
      "sentence", "hint", "heard"].map((name) => [`change:${name}`, changed]),
    ["change:dispute", disputed], ["change:said", speak], ["msg:custom", told], ["change:drafts", putBack],
  ];
  for (const [name, listener] of listeners) model.on(name, listener);
  refresh();
  putBack();
  stand();
  disputed();

  return () => {
    for (const [name, listener] of listeners) model.off(name, listener);
    clearInterval(timer);
    clearTimeout(patient);
    seen.disconnect();
    rows.close();
    page.close();
    el.removeEventListener("click", refuse, true);
    el.replaceChildren();
  };
}

export default { render };

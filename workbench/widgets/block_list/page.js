// The block beside the list: how the chosen block looks, its form, or the whole lesson.
// What somebody has begun to write stays here, per block, until the service has it or it is thrown away; `store` keeps
// it in the browser meanwhile. A draft that was sent (`isSent`) is kept until it is known that it was saved.

function makePage({ act, ask, nameOf, kinds, facts, afterwards, draftsChanged, store }) {
  const pane = element("section", "bl-page");
  pane.setAttribute("aria-label", "The chosen block");
  const head = element("div", "bl-page-head");
  const body = element("div", "bl-page-body");
  pane.append(head, body);

  const drafts = new Map(); // block id -> { type, content, base, isJson, isBad, raw, isSent, n }
  const checking = new Set();
  let thrown = null; // what was thrown away last: it can be brought back
  let unkept = ""; // why the browser does not keep what is typed
  let current = null; // the block that is shown
  let shownCard = "";
  let form = null;
  let mode = "look"; // look | write | lesson | many
  let round = 0;

  const title = (text, kind = "") => {
    const made = element("div", "bl-page-title"); // JupyterLab numbers what is an h3, and lists it as the notebook's
    made.setAttribute("role", "heading");
    made.setAttribute("aria-level", "3");
    made.append(element("span", "bl-page-place", text));
    if (kind) made.append(element("span", "bl-soft", kind));
    return made;
  };

  function rendered(html) {
    const place = element("div", "bl-rendered");
    showRendered(place, html, facts());
    return place;
  }

  // What is shown follows the list; a form that is open stays open while its block stays chosen.
  function follow(active, chosen, isForced = false) {
    if (mode === "lesson" && !isForced) return;
    if (chosen.length > 1) {
      keepDraft();
      mode = "many";
      current = null;
      head.replaceChildren(title(`${chosen.length} blocks chosen`));
      body.replaceChildren(element("p", "bl-soft", "Move, or delete, all of them together. Escape chooses one again."));
      return;
    }
    const card = active === null ? "" : JSON.stringify([facts().card(active), facts().can.write]);
    if (!isForced && active === current && card === shownCard) {
      name();
      return;
    }
    if (active === current && mode === "write" && !isForced) {
      shownCard = card;
      compare(active);
      return;
    }
    if (active !== current) keepDraft();
    current = active;
    shownCard = card;
    if (active === null) {
      head.replaceChildren();
      body.replaceChildren();
    } else if (isDraft(active)) {
      write();
    } else {
      look();
    }
  }

  function name() {
    const place = facts().order.indexOf(current) + 1;
    const heading = head.querySelector(".bl-page-place");
    if (heading && mode !== "lesson" && current !== null) heading.textContent = `Block ${place}`;
  }

  async function look() {
    mode = "look";
    form = null;
    const mine = ++round;
    const id = current;
    const said = await ask("block", { id });
    if (mine !== round || !said.found) return;
    const tools = element("div", "bl-tools");
    if (facts().can.write) {
      tools.append(button({ icon: "edit", text: "Edit", hint: "Enter", className: "bl-main", onClick: () => write() }));
    }
    head.replaceChildren(title(`Block ${facts().order.indexOf(id) + 1}`, nameOf(said.type)), tools);
    body.replaceChildren(...broughtBack(id), ...problemOf(said.problem), rendered(said.html));
    if (!said.html) body.append(element("p", "bl-soft", "There is nothing in this block yet."));
  }

  // What was thrown away can be taken up again, as long as its block is looked at.
  function broughtBack(id) {
    if (thrown?.id !== id) return [];
    const line = element("div", "bl-changed");
    line.setAttribute("role", "status");
    line.append(element("span", "", "What you wrote here was thrown away."), button({
      text: "Bring it back", onClick: () => {
        put(id, thrown.draft);
        thrown = null;
        draftsChanged();
        write({ focus: true });
      },
    }));
    return [line];
  }

  function problemOf(problem) {
    return problem ? [element("p", "bl-problem", problem)] : [];
  }

  // Writing

  async function write({ focus = false } = {}) {
    if (current === null || !facts().can.write) return;
    mode = "write"; // from here on: what is told of the block meanwhile does not close the form again
    const mine = ++round;
    const id = current;
    let draft = isDraft(id) ? drafts.get(id) : null;
    if (!draft) {
      const said = await ask("block", { id });
      if (mine !== round || !said.found) return;
      const isBlank = said.type === "blank";
      const begun = isBlank ? await ask("convert", { type: "blank", content: {}, to: "text" }) : said;
      if (mine !== round) return;
      draft = { type: isBlank ? "text" : said.type, content: begun.content, base: JSON.stringify(said.content), isJson: false };
    }
    openForm(draft);
    if (focus) form.focus();
  }

  function openForm(draft) {
    const type = element("select");
    type.setAttribute("aria-label", "Type of this block");
    const known = kinds();
    for (const [wire, text] of known) type.append(new Option(text, wire, false, wire === draft.type));
    if (!known.some(([wire]) => wire === draft.type)) type.append(new Option(draft.type, draft.type, true, true));
    type.addEventListener("change", () => convert(type.value));
    const json = tick("As JSON", draft.isJson);
    json.input.addEventListener("change", () => turn(json.input.checked));
    const tools = element("div", "bl-tools");
    tools.append(type, json.label);
    head.replaceChildren(title(`Block ${facts().order.indexOf(current) + 1}`), tools);

    const how = { changed: typed, raw: draft.raw, ...facts() };
    form = (draft.isJson ? makeJson : makeForm.bind(null, draft.type))(draft.content, how);
    form.draft = draft;
    form.warning = element("div", "bl-changed");
    form.problem = element("p", "bl-problem");
    form.problem.setAttribute("role", "alert");
    form.problem.hidden = true;
    form.look = element("div", "bl-rendered");
    const frame = element("div", "bl-preview");
    frame.append(element("div", "bl-preview-name", "How it will look"), form.look);
    const save = button({ text: "Save", hint: "Ctrl+Enter", className: "bl-main", onClick: keep });
    const drop = button({ text: "Cancel", hint: "Escape", onClick: throwAway });
    const line = element("div", "bl-save");
    line.append(save, drop);
    form.element.addEventListener("keydown", keys);
    body.replaceChildren(form.warning, form.element, form.problem, line, frame);
    preview();
    if (drafts.get(current) === draft) compare(current);
  }

  function keys(event) {
    const control = event.ctrlKey || event.metaKey;
    if (control && (event.key === "Enter" || event.key.toLowerCase() === "s")) keep();
    else if (event.key === "Escape") throwAway();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  function read() {
    try {
      form.draft.content = form.read();
      form.draft.isBad = form.draft.raw = "";
    } catch (error) {
      form.draft.raw = form.raw?.() ?? "";
      form.draft.isBad = `This is not JSON that can be saved: ${error.message}.`;
    }
    return !form.draft.isBad;
  }

  const preview = later(250, async () => {
    const mine = form;
    if (!mine || !read()) {
      if (mine) complain(mine.draft.isBad);
      return;
    }
    const said = await ask("draft", { type: mine.draft.type, content: mine.draft.content });
    if (mine !== form) return;
    showRendered(mine.look, said.html, facts());
    mine.said = said.problem;
    if (!mine.problem.hidden) complain(said.problem);
  });

  function typed() {
    if (!form) return;
    const isNew = !isDraft(current);
    read();
    form.draft.isSent = false;
    put(current, form.draft);
    preview();
    if (isNew) draftsChanged();
  }

  function keepDraft() {
    if (form && mode === "write" && isDraft(current)) {
      read();
      put(current, form.draft);
    }
    preview.cancel();
    form = null;
  }

  function put(id, draft) {
    drafts.set(id, draft);
    const { n, ...kept } = draft;
    const problem = store.write(id, kept);
    if (problem === unkept) return;
    unkept = problem;
    draftsChanged();
  }
  function drop(id) {
    drafts.delete(id);
    store.remove(id);
    unkept = "";
    draftsChanged();
  }
  const isDraft = (id) => drafts.has(id) && !drafts.get(id).isSent;

  // What was kept for this person, the newest last: shown again, and never sent by itself.
  function putBack() {
    const kept = [...store.open()].filter(([id, draft]) => !drafts.has(id) && draft.content)
      .sort(([, one], [, other]) => one.at - other.at);
    for (const [id, draft] of kept) drafts.set(id, draft);
    if (kept.length) draftsChanged();
    if (!form && isDraft(current) && mode === "look") write();
  }

  // What was sent is a draft no more once the service has it, and is one again when it was not saved.
  async function settled(isWaiting) {
    for (const [id, draft] of drafts) {
      if (!draft.isSent || checking.has(id) || isWaiting(id, draft.n)) continue;
      if (facts().refused.has(id)) {
        taken(id, draft);
        continue;
      }
      checking.add(id);
      const said = await ask("saved", { id, type: draft.type, content: draft.content });
      checking.delete(id);
      if (drafts.get(id) !== draft || !draft.isSent || isWaiting(id, draft.n)) continue;
      if (said.saved) drop(id);
      else taken(id, draft);
    }
  }
  function taken(id, draft) {
    draft.isSent = false;
    put(id, draft);
    draftsChanged();
    if (id === current && mode === "look") write();
  }

  function complain(sentence) {
    form.problem.textContent = sentence;
    form.problem.hidden = !sentence;
  }

  async function keep() {
    const mine = form;
    if (!mine || mine.isSaving) return;
    if (!read()) {
      complain(mine.draft.isBad);
      return;
    }
    mine.isSaving = true;
    const said = await ask("draft", { type: mine.draft.type, content: mine.draft.content });
    mine.isSaving = false;
    if (mine !== form) return;
    complain(said.problem);
    if (said.problem) {
      mine.focus();
      return;
    }
    mine.draft.isSent = true;
    mine.draft.n = act("edit", { id: current, type: mine.draft.type, content: mine.draft.content });
    put(current, mine.draft);
    done();
  }

  function throwAway() {
    if (isDraft(current)) {
      read();
      thrown = { id: current, draft: form.draft };
      drop(current);
    }
    done();
  }

  function done() {
    preview.cancel();
    draftsChanged();
    form = null;
    shownCard = "";
    look();
    afterwards();
  }

  async function convert(to) {
    const mine = form;
    if (!read()) {
      complain(mine.draft.isBad);
      return;
    }
    const said = await ask("convert", { type: mine.draft.type, content: mine.draft.content, to });
    if (mine !== form) return;
    const draft = { ...mine.draft, type: to, content: said.content };
    put(current, draft);
    draftsChanged();
    openForm(draft);
    head.querySelector("select").focus();
  }

  function turn(isJson) {
    if (!read()) {
      complain(form.draft.isBad);
      head.querySelector("input[type=checkbox]").checked = true;
      return;
    }
    form.draft.isJson = isJson;
    openForm(form.draft);
    head.querySelector("input[type=checkbox]").focus();
  }

  // Somebody else has changed the block that is being written here.
  async function compare(id) {
    const mine = form;
    if (!mine) return;
    const said = await ask("block", { id });
    if (mine !== form || !said.found || [undefined, JSON.stringify(said.content)].includes(mine.draft.base)) return;
    const when = said.at ? ` (${localTime(said.at)})` : "";
    const who = `This block was changed while you were writing, by ${said.by || "somebody else"}${when}.`;
    const words = element("span", "", `${who} Saving puts yours in place of theirs, which is:`);
    const theirs = rendered(said.html);
    theirs.classList.add("bl-theirs");
    const take = button({ text: "Take theirs", onClick: throwAway });
    const both = button({ text: "Keep both", hint: "Yours becomes a block of its own right behind theirs", onClick: keepBoth });
    mine.warning.replaceChildren(words, theirs, both, take);
    mine.warning.setAttribute("role", "alert");
  }

  // Theirs stays where it is; mine becomes a block of its own right behind it.
  async function keepBoth() {
    const mine = form;
    if (!mine || !read()) return;
    const said = await ask("draft", { type: mine.draft.type, content: mine.draft.content });
    if (mine !== form) return;
    complain(said.problem);
    if (said.problem) return;
    const id = current;
    const { fresh } = act("beside", { id, type: mine.draft.type, content: mine.draft.content }) ?? {};
    if (!fresh) return;
    mine.draft.isSent = true;
    mine.draft.n = fresh.n;
    put(fresh.id, mine.draft);
    drop(id);
    done();
  }

  // The whole lesson

  async function lesson(start = 0) {
    if (start === 0) {
      keepDraft();
      mode = "lesson";
      current = null;
      head.replaceChildren(title("The whole lesson"));
      body.replaceChildren();
    }
    const mine = ++round;
    const said = await ask("lesson", { start });
    if (mine !== round) return;
    body.querySelector(".bl-more")?.remove();
    const part = rendered(said.html);
    part.classList.add("bl-lesson");
    body.append(part);
    if (!said.of) body.append(element("p", "bl-soft", "There are no blocks yet."));
    if (said.next < said.of) {
      const text = `Show the next blocks (${said.of - said.next} more)`;
      body.append(button({ text, className: "bl-more", onClick: () => lesson(said.next) }));
    }
  }

  return {
    element: pane,
    follow,
    open: () => write({ focus: true }),
    lesson,
    isLesson: () => mode === "lesson",
    leaveLesson: (active, chosen) => { mode = "look"; follow(active, chosen, true); },
    drafts: () => new Set([...drafts.keys()].filter(isDraft)),
    draftOf: (id) => drafts.get(id),
    // The draft of a block that is not there any more goes on with another block.
    carryOver(id, other) {
      put(other, { ...drafts.get(id), base: undefined });
      drop(id);
    },
    drop,
    forgetSent(ids) {
      for (const id of ids) if (drafts.get(id)?.isSent) drop(id);
    },
    putBack,
    settled,
    unkept: () => unkept,
    writing: () => (mode === "write" ? current : null),
    close: keepDraft,
  };
}

// A field to type in. What is typed goes up as messages only: no trait holds it, so no notebook saves it.

const PAUSE_MS = 180;
const KEPT = "text";
let made = 0;

function render({ model, el }) {
  el.classList.add("wb-entry");
  const lines = model.get("lines");
  const field = document.createElement(lines > 1 ? "textarea" : "input");
  const label = document.createElement("label");
  const count = document.createElement("span");
  field.id = `wb-entry-${++made}-${Math.random().toString(36).slice(2, 8)}`;
  field.className = "wb-field";
  field.dir = "auto";
  field.autocomplete = "off";
  field.spellcheck = lines > 1;
  if (lines > 1) field.rows = lines;
  else field.type = model.get("kind");
  if (model.get("kind") === "number") { field.min = "1"; field.step = "1"; }
  label.htmlFor = field.id;
  el.classList.add(`wb-${model.get("kind")}`);
  count.className = "wb-count";
  const kept = document.createElement("div");
  kept.className = "wb-kept";
  kept.setAttribute("role", "status");
  el.append(label, field, count, kept);

  let timer = 0;
  let sent = "";
  let isFirst = true;
  function tell(intent) {
    clearTimeout(timer);
    if (intent === "typed" && field.value === sent) return;
    sent = field.value;
    try {
      model.send({ intent, text: field.value, mark });
    } catch {
      // the kernel that this field belongs to is gone: the text is kept here
    }
  }

  // What is typed is kept in this browser, and put back where Python knows nothing of it: after another tab of the
  // notebook, a reload, a restarted kernel. It is never sent by itself.
  const drafts = makeDrafts(() => model.get("drafts"));
  let base = ""; // what stands there without anybody having typed
  let mark = "";
  function keep() {
    if (!isFirst && (field.value === base || !field.value.trim())) {
      drafts.remove(KEPT);
      say("");
      return;
    }
    mark ||= Math.random().toString(36).slice(2);
    const problem = drafts.write(KEPT, { text: field.value, mark });
    if (problem) say(problem);
  }
  function putBack() {
    const draft = drafts.open().get(KEPT);
    if (!draft || isFirst) return;
    if (model.get("cleared").includes(draft.mark)) {
      drafts.remove(KEPT);
    } else if (field.value === base && typeof draft.text === "string" && draft.text !== base) {
      mark = draft.mark;
      field.value = draft.text;
      counted();
      tell("typed");
      say("You typed this here before, and it was not saved.", true);
    } else if (draft.text === field.value) {
      mark = draft.mark;
    }
  }
  function discard() {
    drafts.remove(KEPT);
    mark = "";
    field.value = base;
    counted();
    tell("typed");
    say("");
    field.focus();
  }
  function say(text, isDraft = false) {
    kept.replaceChildren();
    if (!text) return;
    kept.append(text);
    if (!isDraft) return;
    const button = document.createElement("button");
    button.type = "button";
    button.className = "wb-discard";
    button.textContent = "Discard";
    button.addEventListener("click", discard);
    kept.append(" ", button);
  }
  function counted() {
    const most = model.get("max_characters");
    const there = [...field.value.trim()].length;
    count.hidden = !model.get("counts");
    count.textContent = `${there.toLocaleString("en")} of ${most.toLocaleString("en")}`;
    count.classList.toggle("wb-over", there > most);
  }
  function said() {
    label.textContent = model.get("label");
    field.placeholder = model.get("hint");
    field.disabled = model.get("disabled");
    counted();
  }
  function onInput() {
    counted();
    keep();
    clearTimeout(timer);
    timer = setTimeout(tell, PAUSE_MS, "typed");
  }
  function onKey(event) {
    if (event.key !== "Enter" || event.isComposing) return;
    if (lines > 1 && !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    tell("entered");
  }
  function onMessage(message) {
    if (message?.do === "focus") requestAnimationFrame(() => field.focus());
    if (typeof message?.text !== "string") return;
    const isLate = isFirst && field.value !== ""; // somebody was quicker than the answer to "drawn"
    const wasFirst = isFirst;
    isFirst = false;
    if (!isLate && message.text !== field.value) {
      clearTimeout(timer);
      field.value = sent = message.text;
      if (!wasFirst) { // Python has put something else there
        base = message.text;
        mark = "";
        say("");
      }
      counted();
    }
    putBack();
  }

  field.addEventListener("input", onInput);
  field.addEventListener("change", () => tell("typed"));
  field.addEventListener("keydown", onKey);
  const names = ["label", "hint", "disabled", "max_characters", "counts"].map((name) => `change:${name}`);
  names.forEach((name) => model.on(name, said));
  model.on("change:drafts", putBack);
  model.on("change:cleared", putBack);
  model.on("msg:custom", onMessage);
  said();
  model.send({ intent: "drawn" });

  return () => {
    tell("typed"); // what was typed just before the field is taken out of sight
    names.forEach((name) => model.off(name, said));
    model.off("change:drafts", putBack);
    model.off("change:cleared", putBack);
    model.off("msg:custom", onMessage);
  };
}

export default { render };

// A field to type in. What is typed goes up as messages only: no trait holds it, so no notebook saves it.

const PAUSE_MS = 180;
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
  el.append(label, field, count);

  let timer = 0;
  let sent = "";
  let isFirst = true;
  function tell(intent) {
    clearTimeout(timer);
    if (intent === "typed" && field.value === sent) return;
    sent = field.value;
    model.send({ intent, text: field.value });
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
    isFirst = false;
    if (isLate || message.text === field.value) return;
    clearTimeout(timer);
    field.value = sent = message.text;
    counted();
  }

  field.addEventListener("input", onInput);
  field.addEventListener("change", () => tell("typed"));
  field.addEventListener("keydown", onKey);
  const names = ["label", "hint", "disabled", "max_characters", "counts"].map((name) => `change:${name}`);
  names.forEach((name) => model.on(name, said));
  model.on("msg:custom", onMessage);
  said();
  model.send({ intent: "drawn" });

  return () => {
    clearTimeout(timer);
    names.forEach((name) => model.off(name, said));
    model.off("msg:custom", onMessage);
  };
}

export default { render };

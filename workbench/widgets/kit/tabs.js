// A row of tabs; arrow keys move between them. The page itself is drawn elsewhere.

function render({ model, el }) {
  el.classList.add("wb-tabs");
  el.setAttribute("role", "tablist");

  function choose(text) { model.send({ intent: "choose", text }); }
  function drawn(text) {
    const tab = document.createElement("button");
    tab.type = "button";
    tab.className = "wb-tab";
    tab.textContent = text;
    tab.setAttribute("role", "tab");
    tab.addEventListener("click", () => choose(text));
    return tab;
  }
  function fill() {
    el.replaceChildren(...model.get("texts").map(drawn));
    paint();
  }
  function paint() {
    el.setAttribute("aria-label", model.get("label"));
    for (const tab of el.children) {
      const is = tab.textContent === model.get("chosen");
      tab.setAttribute("aria-selected", String(is));
      tab.tabIndex = is ? 0 : -1;
    }
  }
  function onKey(event) {
    const tabs = [...el.children];
    const now = tabs.indexOf(document.activeElement);
    const steps = { ArrowRight: now + 1, ArrowLeft: now - 1, Home: 0, End: tabs.length - 1 };
    if (now < 0 || !(event.key in steps)) return;
    event.preventDefault();
    const next = tabs[(steps[event.key] + tabs.length) % tabs.length];
    next.focus();
    choose(next.textContent);
  }
  el.addEventListener("keydown", onKey);
  model.on("change:texts", fill);
  model.on("change:chosen change:label", paint);
  fill();
  return () => {
    model.off("change:texts", fill);
    model.off("change:chosen change:label", paint);
    el.removeEventListener("keydown", onKey);
  };
}

export default { render };

// A place to read in. What is shown comes as messages: HTML that Python has rendered and sanitised, nothing else.

function render({ model, el }) {
  el.classList.add("wb-reader");
  const text = document.createElement("div");
  text.className = "bl-rendered bl-lesson";
  text.setAttribute("role", "group");
  text.tabIndex = 0;
  const more = document.createElement("button");
  more.type = "button";
  more.className = "wb-more";
  el.append(text, more);

  function settle() {
    for (const link of text.querySelectorAll("a")) {
      link.target = "_blank"; // a link must not take the notebook away
      link.rel = "noopener noreferrer nofollow";
    }
    el.hidden = text.childNodes.length === 0;
  }
  function onMessage(message) {
    if (typeof message?.html === "string") {
      text.innerHTML = message.html;
      text.lang = message.language;
      text.dir = message.direction;
      text.scrollTop = 0;
    } else if (typeof message?.add === "string") {
      text.insertAdjacentHTML("beforeend", message.add);
    }
    settle();
  }
  function said() {
    text.setAttribute("aria-label", model.get("label"));
    more.textContent = model.get("more");
    more.hidden = !model.get("more");
  }

  more.addEventListener("click", () => model.send({ intent: "more" }));
  model.on("msg:custom", onMessage);
  ["change:label", "change:more"].forEach((name) => model.on(name, said));
  said();
  settle();
  model.send({ intent: "drawn" });

  return () => {
    model.off("msg:custom", onMessage);
    ["change:label", "change:more"].forEach((name) => model.off(name, said));
  };
}

export default { render };

// The forms in which a block's content is written: one for each type, and JSON for what has none.
// A form is made from a content and reads back a content; fields that it does not know stay as they are.

const LEVELS = [[1, "1: a part of the lesson"], [2, "2: a section"], [3, "3: inside a section"]];

function makeForm(type, content, { changed, direction, language }) {
  const box = element("div", "bl-form");
  const make = FORMS[type];
  const form = make ? make(content) : jsonForm(content);
  box.append(...form.nodes);
  box.addEventListener("input", changed);
  for (const input of box.querySelectorAll("input[type=text], textarea:not(.bl-json)")) written(input);
  function written(input) {
    input.dir = input.value ? direction : "auto";
    input.lang = language.toLowerCase();
    if (input.tagName === "TEXTAREA") requestAnimationFrame(() => grow(input));
  }
  box.addEventListener("bl-added", (event) => {
    for (const input of event.target.querySelectorAll("input[type=text], textarea")) written(input);
    changed();
  });
  return { element: box, read: form.read, focus: () => box.querySelector("input, textarea, select")?.focus() };
}

function makeJson(content, { changed, raw }) {
  const box = element("div", "bl-form");
  const form = jsonForm(content, raw);
  box.append(...form.nodes);
  box.addEventListener("input", changed);
  return { element: box, read: form.read, raw: form.raw, focus: () => box.querySelector("textarea").focus() };
}

function grow(area) {
  area.style.height = "auto";
  area.style.height = `${Math.min(Math.max(area.scrollHeight + 2, 64), 420)}px`;
}

function oneLine(value = "", placeholder = "") {
  const input = element("input");
  input.type = "text";
  input.value = typeof value === "string" ? value : "";
  input.placeholder = placeholder;
  return input;
}

function manyLines(value = "", placeholder = "") {
  const input = element("textarea");
  input.value = typeof value === "string" ? value : "";
  input.rows = 3;
  input.placeholder = placeholder;
  input.addEventListener("input", () => grow(input));
  return input;
}

function tick(text, isOn, type = "checkbox", name = "") {
  const label = element("label", "bl-tick");
  const input = element("input");
  input.type = type;
  input.checked = isOn === true;
  if (name) input.name = name;
  label.append(input, element("span", "", text));
  return { label, input };
}

const FORMS = {
  blank: () => ({
    nodes: [element("p", "bl-soft", "A blank block has nothing in it. Choose another type above to write one.")],
    read: () => ({}),
  }),

  heading(content) {
    const text = oneLine(content.text);
    const level = element("select");
    for (const [value, name] of LEVELS) level.append(new Option(name, value, false, value === (content.level ?? 2)));
    return {
      nodes: [field("Heading", text), field("Level", level, "bl-short")],
      read: () => ({ ...content, text: text.value, level: Number(level.value) }),
    };
  },

  text(content) {
    const text = manyLines(content.markdown, "Write in Markdown: **bold**, *italic*, - lists, [links](https://\u2026)");
    return { nodes: [field("Text (Markdown)", text)], read: () => ({ ...content, markdown: text.value }) };
  },

  example(content) {
    const title = oneLine(content.title);
    const text = manyLines(content.markdown);
    return {
      nodes: [field("Title (may be empty)", title), field("Example (Markdown)", text)],
      read: () => ({ ...content, title: title.value, markdown: text.value }),
    };
  },

  reflection(content) {
    const prompt = manyLines(content.prompt);
    return { nodes: [field("Question to think about", prompt)], read: () => ({ ...content, prompt: prompt.value }) };
  },

  objectives: (content) => itemForm(content, "What learners can do afterwards, one a line"),
  summary: (content) => itemForm(content, "What to take along, one a line"),

  keyTerms(content) {
    const rows = partForm(content.terms, "term", (part) => {
      const term = oneLine(part.term);
      const meaning = manyLines(part.meaning);
      meaning.rows = 2;
      return {
        nodes: [field("Term", term, "bl-narrow"), field("Meaning", meaning, "bl-wide")],
        read: () => ({ ...part, term: term.value, meaning: meaning.value }),
      };
    });
    return { nodes: [rows.element], read: () => ({ ...content, terms: rows.read() }) };
  },

  quiz(content) {
    const question = manyLines(content.question);
    question.rows = 2;
    const several = tick("Several answers may be correct", content.multiple);
    const group = `bl-correct-${++labelled}`;
    const choices = partForm(content.choices, "choice", (part) => {
      const text = oneLine(part.text);
      const feedback = oneLine(part.feedback);
      const correct = tick("Correct", part.isCorrect, several.input.checked ? "checkbox" : "radio", group);
      correct.input.className = "bl-correct";
      return {
        nodes: [correct.label, field("Answer", text, "bl-wide"), field("Said afterwards (may be empty)", feedback, "bl-wide")],
        read: () => ({ ...part, text: text.value, isCorrect: correct.input.checked, feedback: feedback.value }),
      };
    });
    several.input.addEventListener("change", () => {
      for (const each of choices.element.querySelectorAll(".bl-correct")) {
        each.type = several.input.checked ? "checkbox" : "radio";
      }
    });
    return {
      nodes: [field("Question", question), several.label, choices.element],
      read: () => ({ ...content, question: question.value, multiple: several.input.checked, choices: choices.read() }),
    };
  },
};

function itemForm(content, name) {
  const items = Array.isArray(content.items) ? content.items : [];
  const text = manyLines(items.join("\n"));
  const read = () => text.value.split("\n").map((each) => each.trim()).filter(Boolean);
  return { nodes: [field(name, text)], read: () => ({ ...content, items: read() }) };
}

// Parts of one form below each other, to be added, taken out and moved up.
function partForm(parts, name, make) {
  const box = element("div", "bl-parts");
  const rows = [];
  const add = (part) => {
    const form = make(part);
    const row = element("div", "bl-part");
    row.setAttribute("role", "group");
    const up = button({ icon: "up", label: `Move this ${name} up`, className: "bl-icon", onClick: () => shift(entry) });
    const out = button({ icon: "bin", label: `Take this ${name} out`, className: "bl-icon", onClick: () => drop(entry) });
    const tools = element("div", "bl-part-tools");
    tools.append(up, out);
    row.append(...form.nodes, tools);
    const entry = { row, read: form.read };
    rows.push(entry);
    box.insertBefore(row, more);
    count();
    return row;
  };
  const count = () => rows.forEach((each, place) => each.row.setAttribute("aria-label", `${name} ${place + 1}`));
  const said = () => box.dispatchEvent(new Event("input", { bubbles: true }));
  function drop(entry) {
    rows.splice(rows.indexOf(entry), 1);
    entry.row.remove();
    count();
    said();
    (rows.at(-1)?.row.querySelector("input, textarea") ?? more).focus();
  }
  function shift(entry) {
    const place = rows.indexOf(entry);
    if (place < 1) return;
    rows.splice(place, 1);
    rows.splice(place - 1, 0, entry);
    box.insertBefore(entry.row, rows[place].row);
    count();
    said();
    entry.row.querySelector(".bl-part-tools button").focus();
  }
  const more = button({
    icon: "plus", text: `Add a ${name}`, onClick: () => {
      const row = add({});
      row.dispatchEvent(new Event("bl-added", { bubbles: true }));
      row.querySelector("input[type=text], textarea").focus();
    },
  });
  box.append(more);
  for (const part of Array.isArray(parts) ? parts : []) add(part && typeof part === "object" ? part : {});
  return { element: box, read: () => rows.map((each) => each.read()) };
}

function jsonForm(content, raw = "") {
  const text = manyLines(raw || JSON.stringify(content, null, 2));
  text.className = "bl-json";
  text.spellcheck = false;
  text.dir = "ltr";
  requestAnimationFrame(() => grow(text));
  return {
    nodes: [field("Content (JSON)", text)],
    raw: () => text.value,
    read() {
      const said = JSON.parse(text.value);
      if (said === null || typeof said !== "object" || Array.isArray(said)) {
        throw new SyntaxError("it must be an object in braces");
      }
      return said;
    },
  };
}

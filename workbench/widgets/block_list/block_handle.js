// @ts-check
// The handle beside the block that is pointed at or chosen: a button that adds a block below it, and a menu that says in
// words what can be done with it.

import { element } from "../kit/dom.js";
import { button } from "./elements.js";
import { makePopup } from "./popup.js";

/**
 * @param {import("./list_state.js").BlockListModel} model
 * @param {{
 *   act: import("./list_state.js").Act, rows: ReturnType<typeof import("./rows.js").makeRows>,
 *   page: ReturnType<typeof import("./page.js").makePage>, onEdit: () => void, onHelp: () => void,
 *   onJson: () => void, hasFields: (id: string) => boolean,
 * }} options `onJson` opens the chosen block as JSON; `hasFields` is false for a block that has no other form
 */
export function makeBlockHandle(model, { act, rows, page, onEdit, onHelp, onJson, hasFields }) {
  const handle = element("div", "bl-handle");
  const popup = makePopup();
  const add = button({ icon: "plus", label: "Add a block below", className: "bl-icon", onClick: () => openTypes(add) });
  const more = button({ text: "\u22ee", label: "What to do with this block", className: "bl-icon", onClick: () => openMenu(more) });
  for (const opener of [add, more]) opener.setAttribute("aria-haspopup", "menu");
  handle.append(add, more);
  /** @type {string | null} */
  let place = null;

  /** @param {string | null} id */
  function moveTo(id) {
    if (popup.isOpen()) return;
    place = id;
    const block = id === null ? undefined : page.blockOf(id);
    if (!block) handle.remove();
    else if (handle.parentElement !== block) block.prepend(handle);
    add.hidden = !model.get("can").insert;
  }
  function choose() {
    if (place !== null && !rows.chosen().includes(place)) rows.choose(place, { focus: false });
  }
  /** @param {HTMLElement} opener @param {() => void} [onClose] */
  function openMenu(opener, onClose = () => opener.focus()) {
    choose();
    const block = handle.parentElement;
    if (!block) return;
    const can = model.get("can");
    const chosen = rows.chosen();
    const { moves } = rows;
    const isOne = chosen.length === 1;
    popup.open(block, [
      { text: "Edit", hint: "Enter", isEnabled: can.write && isOne, onClick: onEdit },
      { text: "Add a block below\u2026", isEnabled: can.insert, onClick: () => openTypes(opener) },
      { text: "Move up", hint: "Alt+\u2191", isEnabled: can.move, onClick: done(moves.up) },
      { text: "Move down", hint: "Alt+\u2193", isEnabled: can.move, onClick: done(moves.down) },
      { text: "Duplicate", hint: "Ctrl+D", isEnabled: can.write && isOne, onClick: done(() => act("duplicate", { id: chosen[0] })) },
      { text: "Help with this block", hint: "Alt+Enter", isEnabled: isOne, onClick: onHelp },
      { text: "Advanced\u2026", isEnabled: can.write && isOne, onClick: () => openAdvanced(chosen[0], onClose) },
      { text: "Delete", hint: "Delete", isEnabled: can.write, onClick: done(() => act("delete", { ids: rows.chosen() })) },
    ], { label: "What to do with this block", top: handle.offsetTop + handle.offsetHeight, onClose });
  }
  /** @param {string} id @param {() => void} onClose */
  function openAdvanced(id, onClose) {
    const block = handle.parentElement;
    if (!block) return;
    popup.open(block, [{ text: "Edit as JSON", isEnabled: hasFields(id), onClick: onJson }], {
      label: "Advanced", top: handle.offsetTop + handle.offsetHeight, onClose,
    });
  }
  /** @param {() => void} work */
  function done(work) {
    return () => {
      work();
      page.focus();
    };
  }
  /** @param {HTMLElement} opener */
  function openTypes(opener) {
    choose();
    const block = handle.parentElement;
    if (!block) return;
    popup.open(block, typeItems(model, (type) => act("insert", { type })), {
      label: "Add a block below", top: handle.offsetTop + handle.offsetHeight, onClose: () => opener.focus(),
    });
  }

  return {
    moveTo,
    /** Stand beside the active block, unless it stands beside another one that is there. */
    update() {
      if (!handle.isConnected) moveTo(rows.active);
      add.hidden = !model.get("can").insert;
    },
    /** Open the menu of the active block, which has the focus. */
    openMenu() {
      moveTo(rows.active);
      openMenu(more, page.focus);
    },
    /**
     * Open the list of types at a field, to choose what its block becomes.
     * @param {HTMLElement} field
     * @param {(type: string) => void} onChoose
     */
    openTypesAt(field, onChoose) {
      const block = /** @type {HTMLElement | null} */ (field.closest(".bl-block"));
      if (!block) return;
      const [inner, outer] = [field.getBoundingClientRect(), block.getBoundingClientRect()];
      popup.open(block, typeItems(model, onChoose), {
        label: "Type of this block", top: inner.bottom - outer.top, left: inner.left - outer.left, onClose: () => field.focus(),
      });
    },
  };
}

/**
 * The types of blocks that can be added, as items of a menu.
 * @param {import("./list_state.js").BlockListModel} model
 * @param {(type: string) => void} onChoose
 * @returns {import("./popup.js").MenuItem[]}
 */
function typeItems(model, onChoose) {
  return model.get("kinds")
    .filter(([type]) => type === "blank" || model.get("can").write)
    .map(([type, text, glyph]) => ({ type, text, glyph, onClick: () => onChoose(type) }));
}

// @ts-check
// What each gesture sends, and how it changes the order that is shown until Python has acknowledged it. Pure.

import { newId } from "./elements.js";

/**
 * `id` is that of the block that the gesture makes.
 * @typedef {{ fields: Record<string, any>, reorder?: import("./outbox.js").Reorder, id?: string }} Gesture
 */

/**
 * A new block before or after the active one; at the end where the service cannot order.
 * @param {{ type: string, after?: boolean, active: string | null, order: string[], canMove: boolean }} options
 */
export function insertBlock({ type, after = true, active, order, canMove }) {
  const id = newId();
  const place = active === null ? -1 : order.indexOf(active);
  const before = place < 0 ? null : (order[after ? place + 1 : place] ?? null);
  /** @param {string[]} now */
  function reorder(now) {
    if (now.includes(id)) return now;
    const cut = before === null || !canMove ? now.length : now.indexOf(before);
    return cut < 0 ? now : [...now.slice(0, cut), id, ...now.slice(cut)];
  }
  return { id, fields: { id, type, before }, reorder };
}

/**
 * A new block right behind another one.
 * @param {string} other
 * @param {string} type
 * @param {string[]} order
 */
export function insertBlockBehind(other, type, order) {
  const id = newId();
  const before = order[order.indexOf(other) + 1] ?? null;
  return { id, fields: { id, type, before }, reorder: behind(other, id) };
}

/**
 * A new block at the end.
 * @param {string} type
 */
export function appendBlock(type) {
  const id = newId();
  /** @param {string[]} now */
  const reorder = (now) => (now.includes(id) ? now : [...now, id]);
  return { id, fields: { id, type, before: null }, reorder };
}

/** @param {string} other */
export function duplicateBlock(other) {
  const id = newId();
  /** @param {string[]} now */
  const reorder = (now) => (now.includes(other) ? behind(other, id)(now) : now);
  return { id, fields: { id: other, new: id }, reorder };
}

/**
 * @param {string[]} ids
 * @returns {Gesture}
 */
export function deleteBlocks(ids) {
  const gone = new Set(ids);
  return { fields: { ids }, reorder: (now) => now.filter((id) => !gone.has(id)) };
}

/**
 * The block `gone` becomes part of the one before it, which has this content then.
 * @param {string} id
 * @param {string} gone
 * @param {Record<string, any>} content
 * @returns {Gesture}
 */
export function joinBlocks(id, gone, content) {
  return { fields: { id, gone, content }, reorder: deleteBlocks([gone]).reorder };
}

/**
 * Blocks move right before another one; before nothing is to the end.
 * @param {string[]} ids
 * @param {string | null} before
 * @returns {Gesture}
 */
export function moveBlocks(ids, before) {
  const moving = new Set(ids);
  /** @param {string[]} now */
  function reorder(now) {
    const rest = now.filter((id) => !moving.has(id));
    const place = before === null ? rest.length : rest.indexOf(before);
    if (place < 0) return now;
    return [...rest.slice(0, place), ...now.filter((id) => moving.has(id)), ...rest.slice(place)];
  }
  return { fields: { ids, before }, reorder };
}

/**
 * @param {string} other
 * @param {string} id
 * @returns {import("./outbox.js").Reorder}
 */
function behind(other, id) {
  return (now) => {
    const place = now.indexOf(other);
    return now.includes(id) ? now : [...now.slice(0, place + 1), id, ...now.slice(place + 1)];
  };
}

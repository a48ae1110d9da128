// @ts-check
// What the checks find: a sign in each row, sentences in the pane. The document's rail lists all of them.

import { element } from "../kit/dom.js";
import { button, debounce } from "./elements.js";

const PAUSE = 700; // milliseconds after the last change until the lesson is checked again

/** @type {Record<string, [sign: string, name: string]>} */
const SEVERITIES = { error: ["\u2716", "Error"], warning: ["\u25b2", "Warning"], note: ["\u25cb", "Note"] };

/**
 * @typedef {{ rule: string, block: string, severity: string, message: string, fix: string }} Finding
 */

/**
 * The worst finding of a block that a row shows; hints are left to the pane.
 * @param {Finding[] | undefined} findings
 */
export function worstOf(findings) {
  const worst = findings?.find(({ severity }) => severity !== "note");
  if (!worst) return { sign: "", severity: "", sentence: "" };
  const [sign, name] = SEVERITIES[worst.severity] ?? SEVERITIES.note;
  return { sign, severity: worst.severity, sentence: `${name}: ${worst.message}` };
}

/**
 * A list of findings, each with its severity in words and a button where it can be mended by one.
 * @param {Finding[]} findings
 * @param {{ canWrite: boolean, fix: (finding: Finding) => void }} options
 */
export function makeFindingList(findings, { canWrite, fix }) {
  const list = element("ul", "bl-findings");
  for (const finding of findings) {
    const [sign, name] = SEVERITIES[finding.severity] ?? SEVERITIES.note;
    const item = element("li", "bl-finding");
    item.dataset.severity = finding.severity;
    const mark = element("span", "bl-finding-sign", sign);
    mark.setAttribute("aria-hidden", "true");
    item.append(mark, element("strong", "", name), element("span", "bl-finding-text", finding.message));
    if (finding.fix && canWrite) {
      item.append(button({
        text: finding.fix, label: `${finding.fix}: ${finding.message}`, hint: "You can undo it",
        onClick: () => fix(finding),
      }));
    }
    list.append(item);
  }
  return list;
}

/**
 * Asks for the findings when the lesson has changed.
 * @param {{
 *   ask: import("./list_state.js").Ask, fix: (finding: Finding) => void, canWrite: () => boolean,
 *   onFindings: () => void,
 * }} options
 */
export function makeFindings({ ask, fix, canWrite, onFindings }) {
  /** @type {Finding[]} */
  let findings = [];
  /** @type {Map<string, Finding[]>} */
  let byBlock = new Map();
  /** @type {unknown[]} */
  let lesson = []; // as it was when the findings were asked for
  let shown = "";
  let round = 0;

  function draw() {
    const now = JSON.stringify([findings, canWrite()]);
    if (now === shown) return;
    shown = now;
    onFindings();
  }
  const check = debounce(PAUSE, async () => {
    const mine = ++round;
    const answer = await ask("findings", {});
    if (mine !== round) return;
    findings = answer.findings;
    byBlock = new Map();
    for (const finding of findings) byBlock.set(finding.block, [...(byBlock.get(finding.block) ?? []), finding]);
    draw();
  });

  return {
    /** @param {string} id */
    of: (id) => byBlock.get(id),
    /** @param {string} id */
    listOf(id) {
      const found = byBlock.get(id);
      return found && makeFindingList(found, { canWrite: canWrite(), fix });
    },
    /** @param {unknown[]} now what the findings depend on: one of it is another object when the lesson is another */
    update(now) {
      if (now.length !== lesson.length || now.some((value, at) => value !== lesson[at])) {
        lesson = now;
        check();
      }
      draw();
    },
    close: () => check.cancel(),
  };
}

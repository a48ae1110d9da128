// @ts-check
// Selections on their way to the kernel. A person can select twice before the kernel has handled the first message:
// its answer must not undo the second.

import { randomId } from "./dom.js";

/**
 * Send selections, and tell whether the kernel has yet to handle the last one.
 * @param {import("@anywidget/types").AnyModel<any>} model
 */
export function makeSelectionSender(model) {
  const view = randomId();
  let sent = 0;
  let handled = 0;
  return {
    /** @param {Record<string, unknown>} fields what is selected */
    send(fields) {
      sent += 1;
      model.send({ intent: "choose", view, number: sent, ...fields });
    },
    /** Whether what the model has is older than what this view shows. */
    isBehind() {
      const [from, number] = model.get("answered") ?? ["", 0];
      if (from === view) handled = Math.max(handled, number);
      return handled < sent;
    },
  };
}

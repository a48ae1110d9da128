// @ts-check
// A widget whose script came late still hears its kernel (decision 0113).
//
// anywidget waits two seconds for a widget's script. In a browser that is busy for longer it gives up, and then drops
// every message that the kernel sends to this widget: the panel is shown, and never changes again.

/**
 * @typedef {{
 *   comm?: { on_msg(handle: (message: unknown) => unknown): void, send(data: object): void },
 *   unset(name: string, options: object): void,
 *   _buffered_state_diff?: Record<string, unknown>,
 *   _handle_comm_msg(message: unknown): Promise<unknown>,
 * }} WidgetModel the model itself, of which anywidget gives scripts a part
 * @typedef {{
 *   set(name: string, value: unknown): void,
 *   on(name: string, callback: (model: WidgetModel) => void): void,
 *   off(name: string, callback: (model: WidgetModel) => void): void,
 * }} Model
 */

const PROBE = "_late_start_probe";
const NO_METHOD = { content: { data: { method: "none" } } }; // a message that no widget acts on

/**
 * For a widget's `initialize`: if anywidget has given the widget up, its messages are handled again, and what was
 * missed is asked of the kernel.
 * @param {{ model: Model }} widget
 */
export function initialize({ model }) {
  const itself = modelItself(model);
  if (!itself) return;
  itself._handle_comm_msg(NO_METHOD).catch(() => hearAgain(itself)); // it waits for this script, and fails if that was late
}

/** @param {Model} model */
function modelItself(model) {
  /** @type {WidgetModel | undefined} */
  let found;
  /** @param {WidgetModel} changed */
  const note = (changed) => { found = changed; };
  model.on(`change:${PROBE}`, note);
  model.set(PROBE, true); // a change is reported with the changed model
  model.off(`change:${PROBE}`, note);
  found?.unset(PROBE, { silent: true });
  if (found?._buffered_state_diff) delete found._buffered_state_diff[PROBE];
  return found;
}

/** @param {WidgetModel} itself */
function hearAgain(itself) {
  const handle = inherited(itself);
  if (!itself.comm || !handle) return;
  itself.comm.on_msg((message) => handle.call(itself, message));
  itself.comm.send({ method: "request_state" });
}

/**
 * The handling of messages that anywidget's class has overridden.
 * @param {WidgetModel} itself
 * @returns {((message: unknown) => unknown) | undefined}
 */
function inherited(itself) {
  const found = [];
  for (let type = Object.getPrototypeOf(itself); type; type = Object.getPrototypeOf(type)) {
    if (Object.hasOwn(type, "_handle_comm_msg")) found.push(type._handle_comm_msg);
  }
  return found[1];
}

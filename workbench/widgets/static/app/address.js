// Bundled by `make scripts`; change the modules beside the panels.

// workbench/widgets/kit/dom.js
function subscribe(model, listeners) {
  for (const [name, listener] of listeners) model.on(name, listener);
  return () => {
    for (const [name, listener] of listeners) model.off(
      /** @type {any} */
      name,
      listener
    );
  };
}

// workbench/widgets/kit/late_start.js
var PROBE = "_late_start_probe";
var NO_METHOD = { content: { data: { method: "none" } } };
function initialize({ model }) {
  const itself = modelItself(model);
  if (!itself) return;
  itself._handle_comm_msg(NO_METHOD).catch(() => hearAgain(itself));
}
function modelItself(model) {
  let found;
  const note = (changed) => {
    found = changed;
  };
  model.on(`change:${PROBE}`, note);
  model.set(PROBE, true);
  model.off(`change:${PROBE}`, note);
  found?.unset(PROBE, { silent: true });
  if (found?._buffered_state_diff) delete found._buffered_state_diff[PROBE];
  return found;
}
function hearAgain(itself) {
  const handle = inherited(itself);
  if (!itself.comm || !handle) return;
  itself.comm.on_msg((message) => handle.call(itself, message));
  itself.comm.send({ method: "request_state" });
}
function inherited(itself) {
  const found = [];
  for (let type = Object.getPrototypeOf(itself); type; type = Object.getPrototypeOf(type)) {
    if (Object.hasOwn(type, "_handle_comm_msg")) found.push(type._handle_comm_msg);
  }
  return found[1];
}

// workbench/widgets/app/address.js
function here() {
  return location.hash.slice(1);
}
function dropToken() {
  const address = new URL(location.href);
  if (!address.searchParams.has("token")) return;
  address.searchParams.delete("token");
  history.replaceState(history.state, "", address);
}
function render({ model, el }) {
  el.hidden = true;
  if (!document.getElementById("rendered_cells")) return void 0;
  function visit() {
    model.send({ intent: "visit", anchor: here(), page: location.origin + location.pathname });
  }
  function follow() {
    const anchor = model.get("anchor");
    if (anchor === here() || anchor === model.get("arrived")) return;
    history.pushState(null, "", anchor ? `#${anchor}` : location.pathname + location.search);
  }
  function retitle() {
    if (model.get("title")) document.title = model.get("title");
  }
  window.addEventListener("hashchange", visit);
  const unsubscribe = subscribe(model, [["change:anchor", follow], ["change:title", retitle]]);
  dropToken();
  visit();
  return () => {
    unsubscribe();
    window.removeEventListener("hashchange", visit);
  };
}
var address_default = { initialize, render };
export {
  address_default as default
};

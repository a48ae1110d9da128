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
    if (anchor === here()) return;
    history.pushState(null, "", anchor ? `#${anchor}` : location.pathname + location.search);
  }
  window.addEventListener("hashchange", visit);
  const unsubscribe = subscribe(model, [["change:anchor", follow]]);
  dropToken();
  visit();
  return () => {
    unsubscribe();
    window.removeEventListener("hashchange", visit);
  };
}
var address_default = { render };
export {
  address_default as default
};

// What somebody has typed and not saved, kept in this browser: per service and person, for 30 days at most.
// Python tells whose it is: { service, person, signOuts, name }. Until then, drafts wait here. Nothing is sent from here.

const DRAFTS = "workbench.draft.";
const DRAFT_LASTS = 30 * 24 * 3600 * 1000; // milliseconds
const LONGEST_DRAFT = 1000000; // characters
const MOST_DRAFTS = 3000000; // characters of all of them: a browser has room for about five million
const NOT_KEPT = "This browser has no room to keep what you are typing. Save it before you leave this page.";

function makeDrafts(owner) {
  const waiting = new Map();

  function place() {
    const { service, person, name } = owner() ?? {};
    return service && person && name ? `${DRAFTS}${service}.${person}.${name}.` : "";
  }
  function stored(prefix) {
    try {
      return Object.keys(localStorage).filter((each) => each.startsWith(prefix));
    } catch {
      return []; // a browser may forbid it
    }
  }
  function parsed(key) {
    try {
      const draft = JSON.parse(localStorage.getItem(key));
      return draft && typeof draft === "object" ? draft : null;
    } catch {
      return null;
    }
  }
  // What is too old goes, and what was typed before somebody signed out of this service.
  function sweep() {
    const { service, signOuts = 0 } = owner();
    for (const key of stored(DRAFTS)) {
      const draft = parsed(key);
      const isOld = !draft || !(Date.now() - draft.at < DRAFT_LASTS);
      const isSignedOut = key.startsWith(`${DRAFTS}${service}.`) && !(draft?.signOuts >= signOuts);
      if (isOld || isSignedOut) localStorage.removeItem(key);
    }
  }

  // Keep it; returns why it is not kept, or nothing.
  function write(key, draft) {
    const here = place();
    if (!here) {
      waiting.set(key, draft);
      return "";
    }
    const text = JSON.stringify({ ...draft, at: Date.now(), signOuts: owner().signOuts ?? 0 });
    const others = stored(DRAFTS).filter((each) => each !== here + key);
    const used = others.reduce((sum, each) => sum + (localStorage.getItem(each)?.length ?? 0), 0);
    if (text.length > LONGEST_DRAFT || used + text.length > MOST_DRAFTS) return NOT_KEPT;
    try {
      localStorage.setItem(here + key, text);
    } catch {
      return NOT_KEPT;
    }
    return "";
  }
  function remove(key) {
    waiting.delete(key);
    if (!place()) return;
    try {
      localStorage.removeItem(place() + key);
    } catch {
      // then it was not kept either
    }
  }

  return {
    write,
    remove,
    read: (key) => waiting.get(key) ?? (place() ? parsed(place() + key) : null),
    // All that are kept here by key; what waited until it was told whose it is, is kept from here on.
    open() {
      const here = place();
      if (!here) return new Map();
      sweep();
      for (const [key, draft] of waiting) write(key, draft);
      waiting.clear();
      return new Map(stored(here).map((each) => [each.slice(here.length), parsed(each)]).filter(([, each]) => each));
    },
  };
}

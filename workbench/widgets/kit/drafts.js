// @ts-check
// Unsaved input, kept in this browser: per service and person, for at most 30 days.
// Python says whose it is; until then drafts wait here. Nothing is sent from here.

const PREFIX = "workbench.draft.";
const LIFETIME = 30 * 24 * 3600 * 1000; // milliseconds
const LONGEST_DRAFT = 1000000; // characters
const MOST_CHARACTERS = 3000000; // of all drafts: a browser has room for about five million
const NO_ROOM = "This browser can't store what you are typing. Save it before you leave this page.";

/** @typedef {{ service?: string, person?: string, signOuts?: number, name?: string }} DraftOwner */
/** @typedef {Record<string, any> & { at?: number, signOuts?: number }} Draft */

/** @param {string} prefix */
function storedKeys(prefix) {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix));
  } catch {
    return []; // a browser may forbid it
  }
}

/** @param {string} key @returns {Draft | null} */
function parse(key) {
  try {
    const draft = JSON.parse(localStorage.getItem(key) ?? "null");
    return draft && typeof draft === "object" ? draft : null;
  } catch {
    return null;
  }
}

/**
 * @param {() => DraftOwner | undefined} getOwner
 */
export function makeDrafts(getOwner) {
  /** @type {Map<string, Draft>} */
  const waiting = new Map();

  function ownPrefix() {
    const { service, person, name } = getOwner() ?? {};
    return service && person && name ? `${PREFIX}${service}.${person}.${name}.` : "";
  }
  // Remove input that is too old, or was typed before somebody signed out of this service.
  function sweep() {
    const { service, signOuts = 0 } = getOwner() ?? {};
    for (const key of storedKeys(PREFIX)) {
      const draft = parse(key);
      const isOld = !draft || !(Date.now() - (draft.at ?? 0) < LIFETIME);
      const isSignedOut = key.startsWith(`${PREFIX}${service}.`) && !((draft?.signOuts ?? -1) >= signOuts);
      if (isOld || isSignedOut) localStorage.removeItem(key);
    }
  }

  /**
   * Keep a draft; returns why it is not kept, or nothing.
   * @param {string} key
   * @param {Draft} draft
   * @returns {string}
   */
  function write(key, draft) {
    const prefix = ownPrefix();
    if (!prefix) {
      waiting.set(key, draft);
      return "";
    }
    const text = JSON.stringify({ ...draft, at: Date.now(), signOuts: getOwner()?.signOuts ?? 0 });
    const others = storedKeys(PREFIX).filter((name) => name !== prefix + key);
    const used = others.reduce((sum, name) => sum + (localStorage.getItem(name)?.length ?? 0), 0);
    if (text.length > LONGEST_DRAFT || used + text.length > MOST_CHARACTERS) return NO_ROOM;
    try {
      localStorage.setItem(prefix + key, text);
    } catch {
      return NO_ROOM;
    }
    return "";
  }
  /** @param {string} key */
  function remove(key) {
    waiting.delete(key);
    const prefix = ownPrefix();
    if (!prefix) return;
    try {
      localStorage.removeItem(prefix + key);
    } catch {
      // then it was not kept either
    }
  }
  /**
   * All stored drafts, by key; those that waited for their owner to be known are stored from now on.
   * @returns {Map<string, Draft>}
   */
  function open() {
    const prefix = ownPrefix();
    /** @type {Map<string, Draft>} */
    const found = new Map();
    if (!prefix) return found;
    sweep();
    for (const [key, draft] of waiting) write(key, draft);
    waiting.clear();
    for (const key of storedKeys(prefix)) {
      const draft = parse(key);
      if (draft) found.set(key.slice(prefix.length), draft);
    }
    return found;
  }

  return { write, remove, open };
}

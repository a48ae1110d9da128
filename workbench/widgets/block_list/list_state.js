// @ts-check
// What the parts of the block list share, as types. Holds no code.

/**
 * A block as the list shows it: type, excerpt, what is wrong with it, and a digest of its content.
 * @typedef {[type: string, excerpt: string, problem: string, digest?: string]} Card
 *
 * What the service allows this person.
 * @typedef {{ move: boolean, insert: boolean, write: boolean, watch: boolean }} Permissions
 *
 * What the list shows now: blocks in order, gestures that are not saved yet included.
 * @typedef {{
 *   view: string, order: string[], card: (id: string) => Card, pending: Set<string>, refused: Set<string>,
 *   drafts: Set<string>, can: Permissions, language: string, direction: string,
 *   findings: (id: string) => import("./findings.js").Finding[] | undefined, comments: Record<string, number>,
 * }} ListState
 *
 * One version of the lesson in a dispute.
 * @typedef {{ place?: number, type: string, text: string, mark?: string }} VersionEntry
 * @typedef {{ place?: number, who: string, at?: string, theirs: string, mine: string }} DisputedText
 * @typedef {{
 *   sentence?: string, theirs?: VersionEntry[], mine?: VersionEntry[], texts?: DisputedText[],
 * }} Dispute
 *
 * The traits of `BlockListView` (view.py).
 * @typedef {{
 *   language: string, direction: string, order: string[], cards: Record<string, Card>, patch: Record<string, Card>,
 *   pending: string[], refused: string[], state: string, sentence: string, hint: string,
 *   announcement: { n: number, text: string }, undo: string, redo: string, dispute: Dispute, can: Permissions,
 *   reveal: { n: number, block: string }, disabled: boolean, kinds: import("./forms.js").BlockKind[], acknowledged: Record<string, number>,
 *   drafts: import("../kit/drafts.js").DraftOwner, proposals: Record<string, string>, cost: string,
 *   checked: number, uploads: import("./uploads.js").UploadTypes, comments: Record<string, number>,
 *   translation: import("./translation/beside.js").TranslationState,
 * }} BlockListTraits
 * @typedef {import("@anywidget/types").AnyModel<BlockListTraits>} BlockListModel
 *
 * What a person does to the lesson: `act` gives its number, and `fresh` the block that it made.
 * @typedef {(intent: string, fields: Record<string, any>) => number | undefined} Act
 * @typedef {(intent: string, fields: Record<string, any>, buffers?: ArrayBuffer[]) => Promise<any>} Ask
 */

export {};

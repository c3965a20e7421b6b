/** Hours within which a change of many records at once can be undone. */
export const bulkUndoHours = 24;

/** What records are changed of, many at once. */
export const recordChanges = ["stage", "sales manager", "fields", "tags", "sequence"] as const;

/** What many at once are changed of beside records: each change, and what it is a change of. */
export const itemChanges = {
  "task done": "task",
  "task due": "task",
  "task owner": "task",
  "appointment cancelled": "appointment",
  "sequence paused": "sequence person",
  "sequence resumed": "sequence person",
  "sequence ended": "sequence person",
  "organisation manager": "organisation",
} as const;
export type ItemChange = keyof typeof itemChanges;
export const itemChangeNames = Object.keys(itemChanges) as [ItemChange, ...ItemChange[]];
export type ItemKind = (typeof itemChanges)[ItemChange];
export const itemKinds = ["task", "appointment", "sequence person", "organisation"] as const satisfies ItemKind[];

/** Records that one call changes at once. */
export const maxBulkRecords = 100;

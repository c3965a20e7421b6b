/** Hours within which a change of many records at once can be undone. */
export const bulkUndoHours = 24;

/** Records that one call changes at once. */
export const maxBulkRecords = 100;

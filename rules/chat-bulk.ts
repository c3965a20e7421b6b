/** So many conversations are changed at once: each is a transaction of its own, and each refusal is read. */
export const maxBulkContacts = 100;

import type { ChatStore } from "./store";

/** Our own store: the tables are the collections, and the socket tells the event log. */
export const ours: ChatStore = { apart: [], hosts: [], session: async () => null };

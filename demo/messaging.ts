import type { Database } from "../services/kit/database";

/** Contacts, groups and a year of messages of one demo account. */
export async function fillMessaging(_database: Database, _account: string): Promise<void> {}

import { sql } from "kysely";
import type { z } from "zod";
import { smpp } from "../../connectors/smpp/smpp";
import type { Database } from "../../kit/database";
import type { ConnectorSettings } from "../contract.connectors";

/** What the environment says of the link; the row wins where it says something. */
export type LinkDefaults = { url: string; window: number; tps: number };

type Settings = z.output<typeof ConnectorSettings>;

/** Of a connector that nobody has set. */
export const standardConnector: Settings = {
  bind: "transceiver",
  system_type: "",
  answer_id: "text",
  receipt_id: "text",
  long_messages: "parts",
  reference: true,
  max_unanswered: null,
  tps: null,
  priority: 1,
};

/** The second carrier, which takes over when the link to the first is down. */
export const secondConnector = "smpp2";

export async function findConnector({ db }: Pick<Database, "db">, name: string = smpp.name) {
  const row = await db.selectFrom("messaging.connectors").selectAll().where("name", "=", name).executeTakeFirst();
  const standard = name === secondConnector ? { ...standardConnector, priority: 2 } : standardConnector;
  if (!row) return { settings: standard, changed_by: "", changed_at: null };
  const { name: _, changed_by, changed_at, ...settings } = row;
  // The checks of the table are those of the contract.
  return { settings: settings as Settings, changed_by, changed_at: changed_at.toISOString() };
}

export async function updateConnector(
  { db }: Pick<Database, "db">,
  name: string,
  settings: Settings,
  changed_by: string,
): Promise<void> {
  const row = { ...settings, changed_by };
  await db
    .insertInto("messaging.connectors")
    .values({ name, ...row })
    .onConflict((on) => on.column("name").doUpdateSet({ ...row, changed_at: sql<Date>`now()` }))
    .execute();
}

/** Most parts a second on the link, 0 for no limit. */
export async function findRateLimit(database: Pick<Database, "db">, otherwise: number): Promise<number> {
  const { settings } = await findConnector(database);
  return settings.tps ?? otherwise;
}

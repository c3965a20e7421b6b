import { sql } from "kysely";
import { webhookBatch } from "../../rules/webhook-events";
import type { Trx } from "./database";
import { tellWebhooks } from "./webhooks";

/** A yes ("in") or a no ("out") to being written to, and how it was said: "Texted STOP", "Entered by staff". */
export type ConsentChange = { change: "in" | "out"; source: string; by?: string };

/** Writes down what these numbers (E.164) or addresses said, in the transaction of the change itself. */
export async function recordConsents(
  trx: Trx,
  account: string,
  contacts: readonly string[],
  { change, source, by = "" }: ConsentChange,
): Promise<void> {
  if (contacts.length === 0) return;
  await sql`
    insert into events.consents (customer_account, contact, change, source, by)
    select ${account}, lower(contact), ${change}, ${source}, ${by} from unnest(${[...contacts]}::text[]) given (contact)`.execute(
    trx,
  );
  const at = new Date().toISOString();
  const told = contacts.map((contact) => ({ contact: contact.toLowerCase(), change, source, at }));
  const requests: object[] = [];
  for (let from = 0; from < told.length; from += webhookBatch)
    requests.push({ consents: told.slice(from, from + webhookBatch) });
  await tellWebhooks(trx, account, "consent.changed", requests);
}

import { sql } from "kysely";
import { z } from "zod";
import { templateCents } from "../../../rules/whatsapp/prices";
import { problem } from "../../kit/contract";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import type { WhatsappDeps } from "../deps";
import { type KeptTemplate, listPrices } from "./store";

export const TemplateCharge = z.object({
  request_id: z.string(),
  cents: z.number(),
  tries: z.number(),
  state: z.enum(["reserved", "charged", "returned"]),
  age_ms: z.number(),
});
export type TemplateCharge = z.infer<typeof TemplateCharge>;

export const chargeColumns = sql.raw(`c.request_id, c.cents, c.tries, c.state,
  (extract(epoch from now() - c.created_at) * 1000)::bigint as age_ms`);

/** How long a request may take until its message is written, in milliseconds; one that died gets its money back then. */
export const unwrittenMs = 300_000;
/** The chat is asked first after so long. */
const firstLookMs = 3_000;

/** The name under which billing knows the money of a template: a reservation that was given back is not used again. */
export function templateHold({ request_id, tries }: Pick<TemplateCharge, "request_id" | "tries">): string {
  return `whatsapp:template:${request_id}:${tries}`;
}

type ChargedMessage = { request_id: string; template: KeptTemplate; msisdn: string | null };

/**
 * Reserves the price before anything is written; the same request reserves once. That it will be reserved is written down
 * first, so that money of a request that died is found. @returns why nothing may be sent; undefined: it may
 */
export async function reservePrice(
  { db }: Pick<Database, "db">,
  deps: WhatsappDeps,
  account: string,
  { request_id, template, msisdn }: ChargedMessage,
): Promise<ReturnType<typeof problem> | undefined> {
  const { billing, chat } = deps.clientsOfAccount(account);
  const { before, prices } = await readAccount(db, account, async (trx) => ({
    before: await findCharge(trx, account, request_id),
    prices: await listPrices(trx),
  }));
  if (before?.state === "charged") return undefined;
  if (before?.state === "returned") {
    const asked = await chat.messageStates({ body: { message_ids: [request_id] } });
    if (asked.status !== 200) return problem(503, asked.body.message);
    // It was written and failed: the same request writes no other.
    if (asked.body.data.length > 0) return undefined;
  }
  const cents = templateCents(prices, template.category, msisdn);
  if (cents === 0 && before?.state !== "reserved") return undefined;
  const charge = await inAccount(db, account, async (trx) => {
    await sql`
      insert into whatsapp.template_charges as c (customer_account, request_id, template_id, cents)
      values (${account}, ${request_id}, ${template.id}, ${cents})
      on conflict (customer_account, request_id) do update set state = 'reserved', tries = c.tries + 1,
        cents = excluded.cents, template_id = excluded.template_id, created_at = now(), changed_at = now()
        where c.state = 'returned'`.execute(trx);
    await lookAfter(trx, account, request_id, unwrittenMs);
    return findCharge(trx, account, request_id);
  });
  if (!charge) throw new Error("the charge was not kept");
  const description = `WhatsApp template: ${template.name}`.slice(0, 200);
  const held = await billing.hold({ body: { reference: templateHold(charge), cents: charge.cents, description } });
  if (held.status === 201) return undefined;
  if (held.status !== 422 && held.status !== 404) return problem(503, "Billing does not answer. Nothing was sent.");
  await inAccount(db, account, (trx) => noteState(trx, account, charge, "returned"));
  return problem(422, held.body.message, held.body.errors);
}

/** The message is written: whatever was given back in the meantime, because it was not there yet, is owed. */
export async function noteWritten(trx: Trx, account: string, request_id: string): Promise<void> {
  const found = await findCharge(trx, account, request_id);
  if (!found || found.state === "charged") return;
  await noteState(trx, account, found, "reserved");
  await lookAfter(trx, account, request_id, firstLookMs);
}

export function findCharge(trx: Trx, account: string, request_id: string): Promise<TemplateCharge | undefined> {
  return checkedRow(
    trx,
    TemplateCharge,
    sql`select ${chargeColumns} from whatsapp.template_charges c
      where c.customer_account = ${account} and c.request_id = ${request_id}`,
  );
}

/** Where the money is now; with "returned" there is nothing left to look after. */
export async function noteState(
  trx: Trx,
  account: string,
  { request_id, tries }: Pick<TemplateCharge, "request_id" | "tries">,
  state: TemplateCharge["state"],
): Promise<void> {
  await sql`
    update whatsapp.template_charges set state = ${state}, changed_at = now()
    where customer_account = ${account} and request_id = ${request_id} and tries = ${tries}`.execute(trx);
  if (state === "returned") await lookNoMore(trx, account, request_id);
}

export async function lookAfter(trx: Trx, account: string, request_id: string, ms: number): Promise<void> {
  await sql`
    insert into whatsapp.template_charge_queue as q (customer_account, request_id, due_at)
    values (${account}, ${request_id}, now() + ${ms} * interval '1 millisecond')
    on conflict (customer_account, request_id) do update set due_at = excluded.due_at`.execute(trx);
}

export async function lookNoMore(trx: Trx, account: string, request_id: string): Promise<void> {
  await sql`delete from whatsapp.template_charge_queue
    where customer_account = ${account} and request_id = ${request_id}`.execute(trx);
}

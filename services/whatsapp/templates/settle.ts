import { sql } from "kysely";
import { z } from "zod";
import type { chat } from "../../chat/contract";
import { type Database, inAccount, readAccount, type Trx } from "../../kit/database";
import { type IntervalLoop, startInterval } from "../../kit/interval";
import { checkedRows } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import type { WhatsappDeps } from "../deps";
import { chargeColumns, lookAfter, lookNoMore, noteState, TemplateCharge, templateHold, unwrittenMs } from "./charge";

type ChargingDeps = WhatsappDeps & {
  log: { error(fields: object, message: string): void };
  /** How often the queue is looked at, in milliseconds. 2 s. */
  everyMs?: number;
};
type MessageState = z.infer<(typeof chat.calls.messageStates.answers)[200]>["data"][number];

/** Money of a message of which the network said nothing is given back after this; 3 days in milliseconds. */
const unsureMs = 3 * 86_400_000;
/** A message that was accepted may still fail for so long; 7 days in milliseconds. */
const failingMs = 7 * 86_400_000;
/** Between two looks at the same message: half its age within these limits, in milliseconds. */
const looks = { least: 3_000, most: 6 * 3_600_000 };
/** Whoever takes a charge has so long with it, in seconds; another worker that is faster changes nothing. */
const takenSeconds = 60;
const atOnce = 100;

/** Settles what templates from the inbox cost, until stopped. Several processes may: a total that is set twice is one. */
export function startChargingTemplates(database: Pick<Database, "db">, deps: ChargingDeps): IntervalLoop {
  return startInterval(() => settleDue(database, deps), {
    ...{ everyMs: deps.everyMs ?? 2_000, immediately: true },
    onError: (err) => deps.log.error({ err }, "WhatsApp templates"),
  });
}

const DueCharge = z.object({ customer_account: z.string(), request_id: z.string() });

async function settleDue(database: Pick<Database, "db">, deps: ChargingDeps): Promise<void> {
  const due = await checkedRows(
    database.db,
    DueCharge,
    sql`
    update whatsapp.template_charge_queue q set due_at = now() + make_interval(secs => ${takenSeconds})
    from (select customer_account, request_id from whatsapp.template_charge_queue where due_at <= now()
      order by due_at limit ${atOnce}::int for update skip locked) d
    where q.customer_account = d.customer_account and q.request_id = d.request_id
    returning q.customer_account, q.request_id`,
  );
  for (const account of new Set(due.map(({ customer_account }) => customer_account))) {
    const requests = due.flatMap((one) => (one.customer_account === account ? [one.request_id] : []));
    await settleCharges(database, deps, account, requests).catch((err: unknown) =>
      deps.log.error({ err, account }, "WhatsApp templates"),
    );
  }
}

/**
 * Asks the chat what became of messages, and brings their money up to it. Totals, not steps: twice changes nothing.
 * @param given.refused the chat took no message: what is not there will not be written
 */
export async function settleCharges(
  { db }: Pick<Database, "db">,
  deps: WhatsappDeps,
  account: string,
  requests: readonly string[],
  { refused = false }: { refused?: boolean } = {},
): Promise<void> {
  const found = await readAccount(db, account, (trx) =>
    checkedRows(
      trx,
      TemplateCharge,
      sql`select ${chargeColumns} from whatsapp.template_charges c
        where c.customer_account = ${account} and c.request_id = any(${texts(requests)})`,
    ),
  );
  if (found.length === 0) return;
  const asked = await deps
    .clientsOfAccount(account)
    .chat.messageStates({ body: { message_ids: found.map(({ request_id }) => request_id) } });
  if (asked.status !== 200) throw new Error(`chat answered ${asked.status}: ${asked.body.message}`);
  const states = new Map(asked.body.data.map((one) => [one.message_id, one]));
  const faults: unknown[] = [];
  for (const charge of found) {
    const step = nextStep(charge, states.get(charge.request_id), refused);
    await carryOut(db, deps, account, charge, step).catch((err: unknown) => faults.push(err));
  }
  if (faults.length > 0) throw faults[0];
}

type Step = {
  money: "charge" | "return" | "keep";
  /** Whether something may still change. */
  open: boolean;
};

/** What is to be done with the money of a message as the chat has it; undefined: it has none. */
function nextStep({ state, age_ms }: TemplateCharge, message: MessageState | undefined, refused: boolean): Step {
  if (state === "returned") return { money: "keep", open: false };
  if (!message && state === "charged") return { money: "keep", open: false };
  if (!message) {
    const lost = refused || age_ms >= unwrittenMs;
    return { money: lost ? "return" : "keep", open: !lost };
  }
  if (message.status === "failed" || message.withdrawn) return { money: "return", open: false };
  if (message.status === "queued") {
    const lost = message.unsure && age_ms >= unsureMs;
    return { money: lost ? "return" : "keep", open: !lost };
  }
  return { money: "charge", open: message.status === "sent" && age_ms < failingMs };
}

async function carryOut(
  db: Database["db"],
  deps: WhatsappDeps,
  account: string,
  charge: TemplateCharge,
  { money, open }: Step,
): Promise<void> {
  const again = money === "charge" && charge.state === "reserved" && !(await settleHold(db, deps, account, charge));
  if (money === "return") await returnHold(deps, account, charge);
  await inAccount(db, account, async (trx) => {
    if (money === "return") await noteState(trx, account, charge, "returned");
    if (money === "charge" && !again) await noteState(trx, account, charge, "charged");
    await look(trx, account, charge, open || again);
  });
}

function look(trx: Trx, account: string, { request_id, age_ms }: TemplateCharge, open: boolean): Promise<void> {
  if (!open) return lookNoMore(trx, account, request_id);
  return lookAfter(trx, account, request_id, Math.min(Math.max(age_ms / 2, looks.least), looks.most));
}

/** @returns false when the reservation was given back before: a new one is made, and settled with the next look */
async function settleHold(
  db: Database["db"],
  deps: WhatsappDeps,
  account: string,
  charge: TemplateCharge,
): Promise<boolean> {
  const { billing } = deps.clientsOfAccount(account);
  const { request_id, cents } = charge;
  const body = { settled_cents: cents, released_cents: 0, closed: true };
  const answer = await billing.settle({ params: { reference: templateHold(charge) }, body });
  if (answer.status === 201) return true;
  if (answer.status !== 404 && answer.status !== 409)
    throw new Error(`billing answered ${answer.status}: ${answer.body.message}`);
  const tries = charge.tries + 1;
  const held = await billing.hold({
    body: { reference: templateHold({ request_id, tries }), cents, description: "WhatsApp template" },
  });
  if (held.status !== 201) throw new Error(`billing answered ${held.status}: ${held.body.message}`);
  await inAccount(db, account, (trx) =>
    sql`
      update whatsapp.template_charges set tries = ${tries}, changed_at = now()
      where customer_account = ${account} and request_id = ${request_id} and tries = ${charge.tries}`.execute(trx),
  );
  return false;
}

/** What was reserved, or charged already; there may be nothing. */
async function returnHold(deps: WhatsappDeps, account: string, charge: TemplateCharge): Promise<void> {
  const { billing } = deps.clientsOfAccount(account);
  const params = { reference: templateHold(charge) };
  const body = { settled_cents: 0, released_cents: charge.cents, closed: true };
  const answer = await billing.settle({ params, body });
  if (answer.status === 201 || answer.status === 404) return;
  if (answer.status !== 409) throw new Error(`billing answered ${answer.status}: ${answer.body.message}`);
  const description = "A WhatsApp template that was not delivered";
  const refunded = await billing.refund({ params, body: { cents: charge.cents, description } });
  if (refunded.status !== 201) throw new Error(`billing answered ${refunded.status}: ${refunded.body.message}`);
}

import { sql } from "kysely";
import { z } from "zod";
import { showKes } from "../../../rules/money";
import { whyUnusable } from "../../../rules/whatsapp/templates";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import { problem } from "../../kit/contract";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import type { WhatsappDeps } from "../deps";
import { publishStop } from "../notices";
import { stopForLowQuality } from "../stop";
import { loadTemplate } from "../templates/store";
import { holdName } from "./names";
import { mustBeMapped } from "./price";
import { type BroadcastRow, broadcastRow } from "./store";

type Answer = { status: 201 } | ReturnType<typeof problem>;

async function locked(trx: Trx, account: string, id: number): Promise<BroadcastRow> {
  const found = await broadcastRow(trx, account, id, "update");
  if (!found) throw new HttpError(404, "There is no such broadcast.");
  return found;
}

const RowsRow = z.object({ rows: z.number() });

async function queued(trx: Trx, account: string, id: number): Promise<number> {
  const found = await checkedRow(
    trx,
    RowsRow,
    sql`select count(*)::int as rows from whatsapp.recipients
      where customer_account = ${account} and broadcast_id = ${id} and state = 'queued'`,
  );
  return found?.rows ?? 0;
}

/** @throws HttpError 409 */
async function mustBeUsable(trx: Trx, account: string, template: number): Promise<void> {
  const found = await loadTemplate(trx, account, template);
  const why = found ? whyUnusable(found) : "The template is no longer there.";
  if (why) throw new HttpError(409, `The template can't be used now. ${why}`);
}

/** `sendAt`: it waits until then; without, it leaves at once. `again`: what was cut off is confirmed once more. */
type ConfirmOptions = { by?: ActivityActor; again?: boolean; sendAt?: Date };

/** How far ahead a broadcast may be set, in milliseconds. */
const farthest = 366 * 86_400_000;

/** @throws HttpError 422 */
export function mustBeToCome(sendAt: Date, now: Date): void {
  const refuse = (words: string) => new HttpError(422, "Please correct the marked fields.", { send_at: [words] });
  if (sendAt <= now) throw refuse("Choose a time in the future.");
  if (sendAt.getTime() - now.getTime() > farthest) throw refuse("Choose a time within a year.");
}

/** Another time for what is scheduled, or now. Its cost is held already. */
async function setTime(
  trx: Trx,
  account: string,
  found: BroadcastRow,
  by: ActivityActor | undefined,
  sendAt: Date | undefined,
): Promise<void> {
  const { id, name, template_name } = found;
  await mustBeUsable(trx, account, found.template_id);
  await sql`
    update whatsapp.broadcasts set send_at = ${sendAt ?? null}, status = ${sendAt ? "scheduled" : "sending"},
      started_at = ${sendAt ? null : sql`now()`}
    where customer_account = ${account} and id = ${id}`.execute(trx);
  await setDue(trx, account, id, sendAt);
  if (!sendAt) await stopForLowQuality(trx, account, found);
  if (by)
    await recordActivity(trx, account, by, {
      ...{ action: sendAt ? "WhatsApp broadcast scheduled" : "WhatsApp broadcast sent", subject: "WhatsApp broadcast" },
      ...{ subject_id: String(id), description: `${name || template_name} leaves ${sayTime(sendAt)}.` },
    });
}

/** The sender looks at it from then on; without a time, at once. */
async function setDue(trx: Trx, account: string, id: number, at: Date | null | undefined): Promise<void> {
  await sql`
    update whatsapp.queue set due_at = ${at ?? sql`'-infinity'`}
    where broadcast_id = ${id} and customer_account = ${account}`.execute(trx);
}

function sayTime(at: Date | null | undefined): string {
  return at ? `at ${at.toISOString().slice(0, 16).replace("T", " ")} UTC` : "at once";
}

/**
 * Holds the cost, then sends. That it was confirmed is written down first: when the process dies in between, the sender
 * confirms again, and billing holds the same reference once.
 */
export async function confirm(
  { db }: Pick<Database, "db">,
  deps: WhatsappDeps,
  account: string,
  id: number,
  { by, again = false, sendAt }: ConfirmOptions = {},
): Promise<Answer> {
  const before = await inAccount(db, account, async (trx) => {
    const found = await locked(trx, account, id);
    if (found.status === "confirming" && !again) throw new HttpError(409, "It is being confirmed already.");
    if (found.status !== "draft" && found.status !== "confirming") {
      if (found.status === "cancelled") throw new HttpError(409, "This broadcast was cancelled.");
      if (again) return undefined;
      if (found.status === "scheduled") await setTime(trx, account, found, by, sendAt);
      else if (sendAt) throw new HttpError(409, "It is being sent already.");
      return undefined;
    }
    if (!again) {
      await mustBeUsable(trx, account, found.template_id);
      mustBeMapped(found);
    }
    const recipients = await queued(trx, account, id);
    if (recipients === 0) throw new HttpError(422, "There are no recipients.");
    // Confirmed again it keeps the time that it was given.
    const at = again ? found.send_at : (sendAt ?? null);
    await sql`
      update whatsapp.broadcasts set status = 'confirming', send_at = ${at}
      where customer_account = ${account} and id = ${id}`.execute(trx);
    await sql`
      insert into whatsapp.queue (broadcast_id, customer_account) values (${id}, ${account}) on conflict do nothing`.execute(
      trx,
    );
    return { ...found, recipients };
  });
  if (!before) return { status: 201 };
  const { recipients, cost_cents: cents, name, template_name } = before;
  const count = recipients.toLocaleString("en-GB");
  const description = `WhatsApp to ${count}: ${name || template_name}`.slice(0, 200);
  const held = await deps.clientsOfAccount(account).billing.hold({
    body: { reference: holdName(id), cents, description },
  });
  if (held.status !== 201 && held.status !== 422 && held.status !== 404)
    return problem(
      503,
      "Billing does not answer. The broadcast goes out as soon as it does; cancel it if it should not.",
    );
  await inAccount(db, account, async (trx) => {
    const now = await locked(trx, account, id);
    if (now.status !== "confirming") return;
    if (held.status !== 201) {
      await sql`
        update whatsapp.broadcasts set status = 'draft', send_at = null
        where customer_account = ${account} and id = ${id}`.execute(trx);
      await sql`delete from whatsapp.queue where broadcast_id = ${id} and customer_account = ${account}`.execute(trx);
      // Whoever confirmed it was told that it goes out: nobody looks at this answer.
      if (again) await publishStop(trx, account, now, held.body.message);
      return;
    }
    const { send_at: at } = now;
    await sql`
      update whatsapp.broadcasts set status = ${at ? "scheduled" : "sending"}, started_at = ${at ? null : sql`now()`}
      where customer_account = ${account} and id = ${id}`.execute(trx);
    await setDue(trx, account, id, at);
    if (!at) await stopForLowQuality(trx, account, now);
    const leaves = at ? `, ${sayTime(at)}` : "";
    if (by)
      await recordActivity(trx, account, by, {
        ...{ action: at ? "WhatsApp broadcast scheduled" : "WhatsApp broadcast sent", subject: "WhatsApp broadcast" },
        subject_id: String(id),
        description: `${count} ${recipients === 1 ? "message" : "messages"} of ${template_name}, ${showKes(cents)}${leaves}.`,
      });
  });
  if (held.status !== 201) return problem(422, held.body.message, held.body.errors);
  return { status: 201 };
}

const moves = {
  pause: { from: ["sending"], to: "paused", words: "Only what is being sent can be paused." },
  resume: { from: ["paused"], to: "sending", words: "Only what is paused can go on." },
  cancel: {
    from: ["draft", "sending", "paused", "confirming", "scheduled"],
    to: "cancelled",
    words: "This broadcast has ended: there is nothing left to cancel.",
  },
} as const;
export type BroadcastMove = keyof typeof moves;

const actions = {
  pause: "WhatsApp broadcast paused",
  resume: "WhatsApp broadcast resumed",
  cancel: "WhatsApp broadcast cancelled",
} as const;

/** Does nothing where it was done before. @throws HttpError 404, 409 */
export function move(
  { db }: Database,
  account: string,
  id: number,
  which: BroadcastMove,
  by: ActivityActor,
): Promise<void> {
  return inAccount(db, account, async (trx) => {
    const found = await locked(trx, account, id);
    const { from, to, words } = moves[which];
    if (found.status === to) return;
    if (!(from as readonly string[]).includes(found.status)) throw new HttpError(409, words);
    if (which === "resume") await mustBeUsable(trx, account, found.template_id);
    await sql`
      update whatsapp.broadcasts set status = ${to}, stopped = '', wait_until = null,
        finished_at = case when ${to} = 'cancelled' then now() else finished_at end,
        -- Nothing was reserved for a draft.
        cost_cents = case when status = 'draft' then 0 else cost_cents end
      where customer_account = ${account} and id = ${id}`.execute(trx);
    if (to === "cancelled") await setDue(trx, account, id, null);
    if (to === "cancelled")
      await sql`
        update whatsapp.recipients set state = 'cancelled', reason = '' where customer_account = ${account}
          and broadcast_id = ${id} and state in ('queued', 'waiting')`.execute(trx);
    await recordActivity(trx, account, by, {
      ...{ action: actions[which], subject: "WhatsApp broadcast", subject_id: String(id) },
      description: `${actions[which]}: ${found.name || found.template_name}.`,
    });
  });
}

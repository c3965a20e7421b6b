import { sql } from "kysely";
import { z } from "zod";
import { here } from "../../kit/email-template";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import { type AnswerChannel, Delivery } from "../contract.answers";
import { changeAsSystem } from "../system-work";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { byChat } from "./by-chat";
import { byMail } from "./by-mail";
import { bySms } from "./by-sms";
import { lookLater } from "./look";
import { type DeliveryDeps, type DeliveryOutcome, Parcel } from "./parcel";
import { deliverLater } from "./queue";

/** What can't be taken for so long is not tried any more. */
const maxHours = 24;
const retrySeconds = 60;

const carriers: Record<
  AnswerChannel,
  (deps: DeliveryDeps, account: string, parcel: Parcel) => Promise<DeliveryOutcome>
> = {
  email: byMail,
  sms: bySms,
  chat: byChat,
};

/**
 * Takes a public comment to its customer, outside of any transaction: noted as on its way before, so that a try that
 * died is never repeated by itself. What may be tried again is queued again.
 */
export async function deliver(deps: DeliveryDeps, account: string, comment: number): Promise<void> {
  const parcel = await asSystem(deps, account, (unit) => take(unit, comment));
  if (!parcel) return;
  let outcome: DeliveryOutcome;
  try {
    outcome = await carriers[parcel.channel](deps, account, parcel);
  } catch (error) {
    // Nothing was handed over by whoever throws.
    await asSystem(deps, account, (unit) => again(unit, parcel));
    throw error;
  }
  await asSystem(deps, account, async (unit) => {
    if (outcome.state === "later") return again(unit, parcel, outcome.seconds);
    await settleDelivery(unit, comment, outcome.state, outcome.reason ?? "", outcome.ref);
    if (parcel.channel === "sms" && outcome.state === "sent") await lookLater(unit.trx, account, comment, parcel.round);
  });
}

/** A change by the system itself, in one transaction. */
export function asSystem<T>(
  { database }: DeliveryDeps,
  account: string,
  work: (unit: UnitOfWork) => Promise<T>,
): Promise<T> {
  return changeAsSystem(database.db, { account, site: here }, work);
}

const ClaimedParcel = Parcel.omit({ files: true }).extend({ state: Delivery.shape.state });

const FileIdRow = z.object({ file_id: z.string() });

async function take(unit: UnitOfWork, comment: number): Promise<Parcel | undefined> {
  const { trx, account } = unit;
  const found = await checkedRow(
    trx,
    ClaimedParcel,
    sql`
    select d.comment_id as comment, c.ticket_id as ticket, d.channel, d.recipient as to, d.cc, d.state, d.round, d.asked_at,
      d.ref, c.body, c.author, c.author_id, t.subject
    from ticketing.deliveries d
    join ticketing.comments c on c.customer_account = d.customer_account and c.id = d.comment_id
    join ticketing.tickets t on t.customer_account = c.customer_account and t.id = c.ticket_id
    where d.customer_account = ${account} and d.comment_id = ${comment} for update of d`,
  );
  if (found?.state === "sending") {
    const words = "Sending broke off, so it may or may not have arrived. Check before you send it again.";
    await settleDelivery(unit, comment, "unknown", words);
  }
  if (found?.state !== "queued") return undefined;
  await sql`
    update ticketing.deliveries set state = 'sending' where customer_account = ${account} and comment_id = ${comment}`.execute(
    trx,
  );
  const files = await checkedRows(
    trx,
    FileIdRow,
    sql`
    select file_id from ticketing.files where customer_account = ${account} and comment_id = ${comment}
      and file_id is not null order by id limit 20`,
  );
  const { state: _, ...parcel } = found;
  return { ...parcel, files: files.map(({ file_id }) => file_id) };
}

async function again(unit: UnitOfWork, { comment, asked_at }: Parcel, seconds = retrySeconds): Promise<void> {
  const { trx, account, now } = unit;
  if (now.getTime() - asked_at.getTime() > maxHours * 3_600_000)
    return settleDelivery(unit, comment, "failed", "It could not be handed over for a day.");
  await sql`
    update ticketing.deliveries set state = 'queued' where customer_account = ${account} and comment_id = ${comment}`.execute(
    trx,
  );
  await deliverLater(trx, account, comment, new Date(now.getTime() + seconds * 1_000));
}

const TicketIdRow = z.object({ ticket_id: z.number() });

/** What became of a comment, told to whoever looks at its ticket. */
export async function settleDelivery(
  { trx, account, now, changed: tickets }: UnitOfWork,
  comment: number,
  state: Delivery["state"],
  reason: string,
  ref?: string,
): Promise<void> {
  const changed = await checkedRow(
    trx,
    TicketIdRow,
    sql`
    update ticketing.deliveries d set state = ${state}, reason = ${reason.slice(0, 500)}, ref = coalesce(${ref ?? null}, d.ref),
      updated_at = ${now}
    from ticketing.comments c where d.customer_account = ${account} and d.comment_id = ${comment}
      and c.customer_account = d.customer_account and c.id = d.comment_id returning c.ticket_id`,
  );
  if (changed) tickets.add(changed.ticket_id);
}

import { sql } from "kysely";
import { z } from "zod";
import { type MailingStatus, mailingStatuses } from "../../../rules/email";
import { commas } from "../../../rules/format";
import { showKes } from "../../../rules/money";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import { problem } from "../../kit/contract";
import { type Database, inAccount, type Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { currentTime, type EmailDeps } from "../deps";
import { type MailingMove, moves } from "./states";

/** One to so few goes first. */
const urgentMost = 10;

/** The name under which billing knows the money of a mailing. */
export function holdName(mailing: number): string {
  return `mailing:${mailing}`;
}

export const noMailing = "There is no such email.";

const Locked = z.object({
  id: z.number(),
  status: z.enum(mailingStatuses),
  kind: z.enum(["bulk", "single"]),
  name: z.string(),
  subject: z.string(),
  sender: z.string(),
  domain_id: z.number(),
  recipients: z.number(),
  cost_cents: z.number(),
  send_at: z.date().nullable(),
  started_at: z.date().nullable(),
});
type Locked = z.infer<typeof Locked>;

/** @throws HttpError 404 */
async function lockMailing(trx: Trx, account: string, id: number): Promise<Locked> {
  const row = await checkedRow(
    trx,
    Locked,
    sql`
    select id, status, kind, name, subject, sender, domain_id, recipients, cost_cents, send_at, started_at
    from email.mailings where customer_account = ${account} and id = ${id} for update`,
  );
  if (!row) throw new HttpError(404, noMailing);
  return row;
}

/** True when the move is to be made, false when it was made before; a refusal is thrown. */
function decide(move: MailingMove, status: MailingStatus): boolean {
  const verdict = moves[move][status];
  if (typeof verdict === "object") throw new HttpError(409, verdict.refused);
  return verdict === "go";
}

type Answer = { status: 201 } | ReturnType<typeof problem>;
/** `first`: so many are sent before it waits. `again`: a confirmation that was cut off is made once more. */
type ConfirmOptions = { by?: ActivityActor; first?: number; again?: boolean };

/**
 * Holds the cost, then lets the mailing go or schedules it. That it was confirmed is written down first: when the
 * process dies in between, the sweep confirms again, and billing holds the same reference once.
 */
export async function confirm(
  { db }: Database,
  deps: EmailDeps,
  account: string,
  id: number,
  { by = "system", first, again = false }: ConfirmOptions = {},
): Promise<Answer> {
  const before = await inAccount(db, account, async (trx) => {
    const row = await lockMailing(trx, account, id);
    if (!decide("confirm", row.status)) return undefined;
    await mustBeProved(trx, account, row.domain_id);
    if (!again) {
      const pause = first !== undefined && first < row.recipients ? first : null;
      await sql`update email.mailings set pause_after = ${pause} where customer_account = ${account} and id = ${id}`.execute(
        trx,
      );
    }
    await sql`insert into email.queue (mailing_id, customer_account, state) values (${id}, ${account}, 'confirming')
      on conflict (mailing_id) do nothing`.execute(trx);
    return row;
  });
  if (!before) return { status: 201 };
  const description = `Email to ${commas(before.recipients)}: ${before.name || before.subject}`.slice(0, 200);
  const held = await deps
    .clientsOfAccount(account)
    .billing.hold({ body: { reference: holdName(id), cents: before.cost_cents, description } });
  if (held.status === 201) {
    await inAccount(db, account, (trx) => launch(trx, account, id, currentTime(deps), by));
    return { status: 201 };
  }
  // Without a clear answer it may be held: the sweep will ask again. A clear no ends it here.
  if (held.status !== 422 && held.status !== 404)
    return problem(503, "Billing does not answer. The email goes out as soon as it does; cancel it if it should not.");
  await inAccount(db, account, async (trx) => {
    await sql`delete from email.queue where mailing_id = ${id} and state = 'confirming'`.execute(trx);
  });
  return problem(422, held.body.message, held.body.errors);
}

const ProvedRow = z.object({ proved: z.boolean() });

async function mustBeProved(trx: Trx, account: string, domain: number): Promise<void> {
  const row = await checkedRow(
    trx,
    ProvedRow,
    sql`
    select proved from email.domains where customer_account = ${account} and id = ${domain}`,
  );
  if (!row?.proved)
    throw new HttpError(422, "The domain of this address is no longer proved. Check its DNS records, then try again.");
}

/** Puts the mailing in the queue, once. The money is held. */
async function launch(trx: Trx, account: string, id: number, now: Date, by: ActivityActor): Promise<void> {
  const row = await lockMailing(trx, account, id);
  if (moves.confirm[row.status] !== "go") return;
  const due = row.send_at && row.send_at > now ? row.send_at : null;
  const state = due ? "scheduled" : "sending";
  await sql`
    update email.queue set state = ${state}, due = coalesce(${due}::timestamptz, now()), urgent = ${row.recipients <= urgentMost}
    where mailing_id = ${id} and customer_account = ${account}`.execute(trx);
  await sql`
    update email.mailings set status = ${state}, started_at = case when ${due === null} then now() end
    where customer_account = ${account} and id = ${id}`.execute(trx);
  const count = `${commas(row.recipients)} ${row.recipients === 1 ? "email" : "emails"}`;
  await recordActivity(trx, account, by, {
    action: "Email sent",
    description: `${count} from ${row.sender}, ${showKes(row.cost_cents)}.`,
    subject: "mailing",
    subject_id: String(id),
  });
}

type ChangeOptions = { move: Exclude<MailingMove, "confirm">; to: MailingStatus; by: ActivityActor };

/** Pauses, resumes or cancels. What a worker has in hand at this moment still goes. */
export function change(
  { db }: Database,
  account: string,
  id: number,
  { move, to, by }: ChangeOptions,
): Promise<{ status: 201 }> {
  return inAccount(db, account, async (trx) => {
    const row = await lockMailing(trx, account, id);
    if (!decide(move, row.status)) return { status: 201 };
    const cancelled = to === "cancelled";
    await sql`
      update email.mailings set status = ${to}, pause_reason = '', pause_after = case when ${move === "resume"} then null else pause_after end,
        finished_at = case when ${cancelled} then now() end
      where customer_account = ${account} and id = ${id}`.execute(trx);
    await sql`update email.queue set state = ${to}, due = now() where mailing_id = ${id} and customer_account = ${account}`.execute(
      trx,
    );
    if (cancelled) {
      await sql`
        update email.recipients set status = 'cancelled', done_at = now()
        where customer_account = ${account} and mailing_id = ${id} and status = 'queued'`.execute(trx);
      await recordActivity(trx, account, by, {
        action: "Email cancelled",
        description: `${row.name || row.subject} was cancelled.`,
        subject: "mailing",
        subject_id: String(id),
      });
    }
    return { status: 201 };
  });
}

import { sql } from "kysely";
import { z } from "zod";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";
import { announce } from "../blasts/announce";
import {
  blastHours,
  loadBlastSettings,
  nextOpening,
  type SendingHours,
  type Settings,
  standard,
} from "../blasts/settings";
import type { KeptSettings, SendingSettings } from "../contract.settings";

export async function loadSettings(trx: Trx, account: string): Promise<KeptSettings> {
  const settings = await loadBlastSettings(trx, account);
  const row = await trx
    .selectFrom("messaging.settings")
    .select(["changed_by", "changed_at"])
    .where("customer_account", "=", account)
    .executeTakeFirst();
  return {
    ...asClocks(settings),
    standard: asClocks(standard),
    time_zone: settings.timeZone,
    changed_by: row?.changed_by ?? "",
    changed_at: row?.changed_at?.toISOString() ?? null,
  };
}

function asClocks({ promotional, transactional, footer }: Settings) {
  return {
    promotional_from: clockOf(promotional.from),
    promotional_until: clockOf(promotional.until),
    transactional_from: transactional ? clockOf(transactional.from) : null,
    transactional_until: transactional ? clockOf(transactional.until) : null,
    footer,
  };
}

/** "08:00" */
function clockOf(minutes: number): string {
  return [Math.floor(minutes / 60), minutes % 60].map((part) => String(part).padStart(2, "0")).join(":");
}

/** Writes the settings, and gives what waits or runs its new time. */
export async function saveSettings(
  trx: Trx,
  account: string,
  given: SendingSettings,
  { by, now }: { by: ActivityActor; now: Date },
): Promise<void> {
  const row = {
    promotional_from: given.promotional_from,
    promotional_until: given.promotional_until,
    transactional_from: given.transactional_from || null,
    transactional_until: given.transactional_until || null,
    footer: given.footer,
    changed_by: by === "system" ? "" : by.name,
    changed_at: now,
  };
  await trx
    .insertInto("messaging.settings")
    .values({ customer_account: account, ...row })
    .onConflict((on) => on.column("customer_account").doUpdateSet(row))
    .execute();
  await moveWaiting(trx, account, now);
  await recordActivity(trx, account, by, {
    action: "Sending hours changed",
    description: sayChange(given),
    subject: "sending settings",
  });
}

function sayChange(given: SendingSettings): string {
  const { promotional_from, promotional_until, transactional_from, transactional_until, footer } = given;
  const others = transactional_from ? `${transactional_from} to ${transactional_until}` : "at any hour";
  return `Promotional messages leave from ${promotional_from} to ${promotional_until} and end with “${footer}”, others ${others}.`;
}

/** What is scheduled leaves at the time that the new hours give it, and what runs is held back by them. */
async function moveWaiting(trx: Trx, account: string, now: Date): Promise<void> {
  const settings = await loadBlastSettings(trx, account);
  const rows = await checkedRows(
    trx,
    QueuedBlast,
    sql`
    select b.id, b.promotional, b.kind, b.recipients, b.reply, b.send_at, b.started_at, q.state, q.due
    from messaging.queue q join messaging.blasts b on b.customer_account = q.customer_account and b.id = q.blast_id
    where q.customer_account = ${account} and q.state in ('scheduled', 'sending', 'paused') and b.customer_account = ${account}
    for update of b`,
  );
  for (const blast of rows) {
    const hours = blastHours(settings, blast);
    const due = blast.state === "scheduled" ? dueOf(blast, hours, settings.timeZone, now) : blast.due;
    await trx
      .updateTable("messaging.queue")
      .set({ due, quiet: hours !== undefined && !blast.promotional })
      .where("blast_id", "=", blast.id)
      .execute();
    if (due.getTime() !== blast.due.getTime()) await announce(trx, account, blast.id, "scheduled");
  }
}

const QueuedBlast = z.object({
  id: z.number(),
  promotional: z.boolean(),
  kind: z.string(),
  recipients: z.number(),
  reply: z.boolean(),
  send_at: z.date().nullable(),
  started_at: z.date().nullable(),
  state: z.string(),
  due: z.date(),
});
type QueuedBlast = z.infer<typeof QueuedBlast>;

function dueOf(
  { send_at, started_at }: QueuedBlast,
  hours: SendingHours | undefined,
  timeZone: string,
  now: Date,
): Date {
  const asked = started_at === null && send_at !== null && send_at > now ? send_at : now;
  return nextOpening(asked, hours, timeZone) ?? asked;
}

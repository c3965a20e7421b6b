import { sql } from "kysely";
import { z } from "zod";
import { dailyLimit, type WarmUpPlan } from "../../../rules/email-warm-up";
import { type MailHost, securities } from "../../connectors/email/imap";
import type { Trx } from "../../kit/database";
import { decrypt, encrypt } from "../../kit/encryption";
import { checkedRow } from "../../kit/row-schema";
import type { HostForm, OwnHost } from "../contract.hosts";
import { zone } from "../daily";

const keyPurpose = "email host password";

/** An account's own mail host as it is stored, with what has left through it today. */
const HostRow = z.object({
  host: z.string(),
  port: z.number(),
  security: z.enum(securities),
  user_name: z.string(),
  password: z.instanceof(Buffer).nullable(),
  per_minute: z.number(),
  first_day: z.number().nullable(),
  growth: z.number().nullable(),
  target: z.number().nullable(),
  /** Days since the plan began. */
  day: z.number(),
  taken: z.number(),
  tested_at: z.date(),
  changed_by: z.string(),
  changed_at: z.date(),
});
export type HostRow = z.infer<typeof HostRow>;

const today = (now: Date) => sql`(${now}::timestamptz at time zone ${zone})::date`;

/** @param lock whoever else claims for this account waits */
export async function findHost(trx: Trx, account: string, now: Date, lock = false): Promise<HostRow | undefined> {
  // A statement of its own: what it waited for is seen by the next one.
  if (lock) await sql`select from email.hosts where customer_account = ${account} for update`.execute(trx);
  return checkedRow(
    trx,
    HostRow,
    sql`
    select h.host, h.port, h.security, h.user_name, h.password, h.per_minute, h.first_day, h.growth, h.target,
      ${today(now)} - h.started_on as day, h.tested_at, h.changed_by, h.changed_at, coalesce((
        select d.taken from email.host_days d where d.customer_account = h.customer_account and d.day = ${today(now)}), 0) as taken
    from email.hosts h where h.customer_account = ${account}`,
  );
}

function planOf({ first_day, growth, target }: HostRow): WarmUpPlan | undefined {
  return first_day === null || growth === null || target === null ? undefined : { first_day, growth, target };
}

/** How many may leave today yet; undefined: as many as there are. */
export function leftToday(row: HostRow): number | undefined {
  const plan = planOf(row);
  const limit = plan && dailyLimit(plan, row.day);
  return limit === undefined ? undefined : Math.max(0, limit - row.taken);
}

export function shownHost(row: HostRow): OwnHost {
  const { host, port, security, user_name, per_minute, day, taken, tested_at, changed_by } = row;
  return {
    ...{ host, port, security, user: user_name, per_minute, warm_up: planOf(row) ?? null, day: day + 1 },
    ...{ taken_today: taken, left_today: leftToday(row) ?? null, tested_at: tested_at.toISOString(), changed_by },
  };
}

/** What is dialled. */
export function openHost(secret: string, account: string, row: HostRow): MailHost {
  const { host, port, security, user_name: user } = row;
  const password = row.password ? decrypt(secret, keyPurpose, account, row.password) : "";
  return { host, port, security, user, password };
}

type SavedHost = { given: HostForm; password: string; by: string; now: Date };

/** Keeps a host that was tried. Another host, or another first day, begins the plan anew. */
export async function saveHost(
  trx: Trx,
  account: string,
  secret: string,
  { given, password, by, now }: SavedHost,
): Promise<void> {
  const { host, port, security, user, per_minute, warm_up } = given;
  const sealed = password === "" ? null : encrypt(secret, keyPurpose, account, password);
  const { first_day = null, growth = null, target = null } = warm_up ?? {};
  await sql`
    insert into email.hosts as h (customer_account, host, port, security, user_name, password, per_minute, first_day,
      growth, target, started_on, tested_at, changed_by, changed_at)
    values (${account}, ${host}, ${port}, ${security}, ${user}, ${sealed}, ${per_minute}, ${first_day}, ${growth},
      ${target}, ${today(now)}, ${now}, ${by}, ${now})
    on conflict (customer_account) do update set host = excluded.host, port = excluded.port,
      security = excluded.security, user_name = excluded.user_name, password = excluded.password,
      per_minute = excluded.per_minute, first_day = excluded.first_day, growth = excluded.growth, target = excluded.target,
      started_on = case when h.host = excluded.host and h.first_day is not distinct from excluded.first_day
        then h.started_on else excluded.started_on end,
      free_at = '-infinity', tested_at = excluded.tested_at, changed_by = excluded.changed_by, changed_at = excluded.changed_at`.execute(
    trx,
  );
  await wake(trx, account);
}

const HostName = z.object({ host: z.string() });

/** Answers the name of the host that was removed. */
export async function deleteHost(trx: Trx, account: string): Promise<string | undefined> {
  const row = await checkedRow(
    trx,
    HostName,
    sql`
    delete from email.hosts where customer_account = ${account} returning host`,
  );
  await wake(trx, account);
  return row?.host;
}

/** What waited for the next day, or for its turn, is looked at again. */
async function wake(trx: Trx, account: string): Promise<void> {
  await sql`update email.queue set due = now() where customer_account = ${account} and state = 'sending'`.execute(trx);
}

import { sql } from "kysely";
import { z } from "zod";
import { qualities } from "../../../rules/whatsapp/numbers";
import type { Trx } from "../../kit/database";
import { checkedRows } from "../../kit/row-schema";

/** What is kept of a number beside what the social service knows. */
const NumberRow = z.object({
  channel_id: z.number(),
  business_id: z.string(),
  digits: z.string(),
  verified_name: z.string(),
  quality: z.enum(qualities),
  tier: z.string(),
  throughput: z.string(),
  status: z.string(),
  name_status: z.string(),
  told_at: z.date().nullable(),
  fault: z.string(),
});
export type NumberRow = z.infer<typeof NumberRow>;

export function numberRows(trx: Trx, account: string, where = sql`true`): Promise<NumberRow[]> {
  return checkedRows(
    trx,
    NumberRow,
    sql`
    select channel_id, business_id, digits, verified_name, quality, tier, throughput, status, name_status, told_at, fault
    from whatsapp.numbers where customer_account = ${account} and ${where} order by channel_id`,
  );
}

export async function numberRow(trx: Trx, account: string, channel: number): Promise<NumberRow | undefined> {
  return (await numberRows(trx, account, sql`channel_id = ${channel}`))[0];
}

/** What Meta said of a number when it was asked. */
export async function saveHealth(
  trx: Trx,
  account: string,
  { channel_id, ...told }: Omit<NumberRow, "told_at" | "fault">,
): Promise<void> {
  const { business_id, digits, verified_name, quality, tier, throughput, status, name_status } = told;
  await sql`
    insert into whatsapp.numbers (customer_account, channel_id, business_id, digits, verified_name, quality, tier,
      throughput, status, name_status, told_at)
    values (${account}, ${channel_id}, ${business_id}, ${digits}, ${verified_name}, ${quality}, ${tier}, ${throughput},
      ${status}, ${name_status}, now())
    on conflict (customer_account, channel_id) do update set business_id = excluded.business_id, digits = excluded.digits,
      verified_name = excluded.verified_name, quality = excluded.quality, tier = excluded.tier,
      throughput = excluded.throughput, status = excluded.status, name_status = excluded.name_status, told_at = now(),
      fault = ''`.execute(trx);
}

/** That Meta could not be asked; what is known stays. */
export async function noteFault(trx: Trx, account: string, channel: number, fault: string): Promise<void> {
  await sql`
    insert into whatsapp.numbers (customer_account, channel_id, fault) values (${account}, ${channel}, ${fault})
    on conflict (customer_account, channel_id) do update set fault = excluded.fault`.execute(trx);
}

const ReachedCount = z.object({ business_id: z.string(), customers: z.number() });

/** The customers of the last 24 hours by business: how many they are. */
export async function reachedCounts(trx: Trx, account: string, now: Date): Promise<Map<string, number>> {
  const found = await checkedRows(
    trx,
    ReachedCount,
    sql`
    select business_id, count(*)::int as customers from whatsapp.reached
    where customer_account = ${account} and at > ${now}::timestamptz - interval '1 day' group by business_id`,
  );
  return new Map(found.map(({ business_id, customers }) => [business_id, customers]));
}

const UnusableCount = z.object({ business_id: z.string(), paused: z.number(), disabled: z.number() });
export type UnusableCount = Pick<z.infer<typeof UnusableCount>, "paused" | "disabled">;

/** By business: how many of its templates WhatsApp paused, and how many it disabled. */
export async function unusableCounts(trx: Trx, account: string): Promise<Map<string, UnusableCount>> {
  const found = await checkedRows(
    trx,
    UnusableCount,
    sql`
    select business_id, (count(*) filter (where status = 'paused'))::int as paused,
      (count(*) filter (where status = 'disabled'))::int as disabled from whatsapp.templates
    where customer_account = ${account} and status in ('paused', 'disabled') group by business_id`,
  );
  return new Map(found.map(({ business_id, ...counts }) => [business_id, counts]));
}

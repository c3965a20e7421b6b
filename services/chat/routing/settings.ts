import { sql } from "kysely";
import { isOpen, nextOpen, workingCalendar } from "../../../rules/business-time";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { Routing } from "../contract.agents";

/** The account's routing settings; every account has some from the first question on. */
export async function loadRouting(trx: Trx, account: string): Promise<Routing> {
  const found = await checkedRow(trx, Routing, sql`select * from chat.routing where customer_account = ${account}`);
  if (!found) throw new Error("the settings of the account were not made");
  return Routing.parse(found);
}

/** Whether the account is open at a moment, and when it opens next (seconds); always open without a week. */
export function opening({ week, time_zone }: Routing, at: Date): { open: boolean; opens_at: number | null } {
  if (week === null) return { open: true, opens_at: null };
  const calendar = workingCalendar({ timeZone: time_zone, week });
  if (isOpen(calendar, at.getTime())) return { open: true, opens_at: null };
  const next = nextOpen(calendar, at.getTime());
  return { open: false, opens_at: next === undefined ? null : Math.floor(next / 1000) };
}

import { sql } from "kysely";
import { z } from "zod";
import type { Trx } from "../../kit/database";
import { byTime } from "../../kit/ordering";
import { pageOfRows, toIso } from "../../kit/paging";
import { checkedRows } from "../../kit/row-schema";
import { Activity } from "../contract.profile";

export type AskedActivities = {
  page: number;
  per_page: number;
  after?: string | undefined;
  before?: string | undefined;
  user?: string | undefined;
  action?: string | undefined;
  from?: string | undefined;
  to?: string | undefined;
};

const newest = byTime("at", "id");

const ActivityRow = Activity.omit({ at: true }).extend({ moment: z.string() });

/** What was done in an account, newest first. Days are whole days of `zone`. */
export async function activityPage(trx: Trx, account: string, zone: string, asked: AskedActivities) {
  const { user, action, from, to } = asked;
  const who = user === "system" ? sql`and user_id is null` : user ? sql`and user_id = ${user}` : sql``;
  const here = sql`customer_account = ${account} ${who}
    ${action ? sql`and action = ${action}` : sql``}
    ${from ? sql`and at >= (${from}::date)::timestamp at time zone ${zone}` : sql``}
    ${to ? sql`and at < (${to}::date + 1)::timestamp at time zone ${zone}` : sql``}`;
  const page = await pageOfRows(trx, asked, {
    schema: ActivityRow,
    select: sql`id, at::text as moment, user_id, by, action, description, subject, subject_id, address`,
    from: sql`events.activities where ${here}`,
    order: newest,
  });
  return { ...page, data: page.data.map(({ moment, ...row }) => ({ ...row, at: toIso(moment) })) };
}

const ValueRow = z.object({ value: z.string() });

const ActivityChoiceRow = z.object({ id: z.string(), name: z.string() });

/** The actions and people that there are activities of. Jumps from one to the next in the index, however many rows. */
export async function activityChoices(trx: Trx, account: string) {
  const jump = (column: "action" | "user_id") => {
    const name = sql.ref(column);
    return sql`
      recursive found as (
        (select ${name} as value from events.activities where customer_account = ${account} and ${name} is not null
         order by ${name} limit 1)
        union all
        select (select ${name} from events.activities where customer_account = ${account} and ${name} > found.value
                order by ${name} limit 1)
        from found where found.value is not null
      ), kept as (select value from found where value is not null limit 500)`;
  };
  const [actions, people] = await Promise.all([
    checkedRows(trx, ValueRow, sql`with ${jump("action")} select value from kept`, { batched: true }),
    // As they are called now; who is gone, as their last activity calls them.
    checkedRows(
      trx,
      ActivityChoiceRow,
      sql`
      with ${jump("user_id")} select value as id, coalesce(
        (select u.name from identity.users u where u.customer_account = ${account} and u.id::text = value),
        (select a.by from events.activities a where a.customer_account = ${account} and a.user_id = value
         order by a.at desc, a.id desc limit 1)) as name
      from kept order by 2`,
      { batched: true },
    ),
  ]);
  return { actions: actions.map(({ value }) => value), people };
}

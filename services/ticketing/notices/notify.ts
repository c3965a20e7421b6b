import { sql } from "kysely";
import { writeNotices } from "../../kit/notices";
import { checkedRows, UserIdRow } from "../../kit/row-schema";
import { texts } from "../../kit/rows";
import type { TicketingNotice } from "../contract.notices";
import type { UnitOfWork } from "../workspace/unit-of-work";

/** What people are told of a ticket; each hears of one `key` once, whoever tells it and however often. */
export type TicketNotice = {
  users: readonly string[];
  kind: TicketingNotice["kind"];
  ticket: number;
  words: string;
  key: string;
};

/**
 * Tells people of something, each at most once for a key and in the ways they chose. Whom ticketing does not know is
 * left out. Answers how many were told.
 */
export async function notify(unit: UnitOfWork, told: readonly TicketNotice[]): Promise<number> {
  const { trx, account, now, bells } = unit;
  const wanted = [...new Set(told.flatMap(({ users }) => users))];
  if (wanted.length === 0) return 0;
  const known = await checkedRows(
    trx,
    UserIdRow,
    sql`
    select user_id from ticketing.people where customer_account = ${account} and left_at is null
      and user_id = any(${texts(wanted)})`,
  );
  const people = new Set(known.map(({ user_id }) => user_id));
  const written = await writeNotices(
    trx,
    account,
    told.map(({ users, ticket, ...one }) => ({
      ...one,
      subject: ticket,
      users: users.filter((user) => people.has(user)),
    })),
    { at: now },
  );
  for (const user of written) bells.add(user);
  return written.length;
}

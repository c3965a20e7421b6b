import { sql } from "kysely";
import type { Person, Service } from "../../kit/principal";
import { type Act, rows } from "../desk/act";

/** Seconds after which somebody who says nothing is gone. */
const gone = 25;

type Present = { id: string; name: string; email: string; editing: boolean; since: Date };

/** Says that a person looks at a ticket, or leaves it, and answers who else is there. */
export async function presentOn(
  { trx, account, now, touched }: Act,
  ticket: number,
  who: Person | Service,
  said: { editing: boolean; leaving: boolean },
) {
  if (who.kind !== "person") return [];
  const mine = sql`customer_account = ${account} and ticket_id = ${ticket} and user_id = ${who.id}`;
  const before = new Date(now.getTime() - gone * 1000);
  await sql`delete from ticketing.presence where customer_account = ${account} and ticket_id = ${ticket} and seen_at < ${before}`.execute(
    trx,
  );
  if (said.leaving) {
    await sql`delete from ticketing.presence where ${mine}`.execute(trx);
    touched.tickets.add(ticket);
  } else {
    const fresh = await rows<{ fresh: boolean }>(
      trx,
      sql`
      insert into ticketing.presence (customer_account, ticket_id, user_id, name, email, editing, since, seen_at)
      values (${account}, ${ticket}, ${who.id}, ${who.name}, ${who.email}, ${said.editing}, ${now}, ${now})
      on conflict (customer_account, ticket_id, user_id) do update set seen_at = excluded.seen_at, editing = excluded.editing
      returning (xmax = 0) as fresh`,
    );
    // Those who look are told of who comes, not of everybody's every sign of life.
    if (fresh[0]?.fresh) touched.tickets.add(ticket);
  }
  const others = await rows<Present>(
    trx,
    sql`
    select user_id as id, name, email, editing, since from ticketing.presence
    where customer_account = ${account} and ticket_id = ${ticket} and user_id <> ${who.id} order by since`,
  );
  return others.map((other) => ({ ...other, since: other.since.toISOString() }));
}

import { sql } from "kysely";
import type { Trx } from "../services/kit/database";
import { cache } from "../services/ticketing/clocks/cache";
import { type ClockInterval, computeClock, elapsedTime } from "../services/ticketing/clocks/compute";
import { loadRules, policyFor, type Rules } from "../services/ticketing/clocks/rules";
import { makeSupportDesk } from "../services/ticketing/issues/desk";
import { searchTerms } from "../services/ticketing/tickets/search-terms";
import { insertAccountDefaults, officeWeek } from "../services/ticketing/workspace/seed";
import { people, seeded } from "./people";
import { type DemoTicket, makeTickets } from "./tickets";

/** The desk of Savanna Traders with a year of tickets, and the support desk that takes reported issues. */
export async function fillTicketing(trx: Trx, account: string, now = new Date()): Promise<void> {
  if (account === "900009") {
    await insertAccountDefaults(trx, account);
    await makeSupportDesk(trx, account);
    return;
  }
  if (account !== "100001") return;
  await insertAccountDefaults(trx, account);
  await settings(trx, account);
  const random = seeded(415);
  const users = await staff(trx, account);
  const made = makeTickets(people(140, random), users, random, now);
  await write(trx, account, made);
  await clocks(trx, account, made, await loadRules(trx, account), now);
}

async function staff(trx: Trx, account: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    insert into ticketing.people (customer_account, user_id, name, email)
    select customer_account, id::text, name, email from identity.users where customer_account = ${account}
    on conflict do nothing returning user_id as id`.execute(trx);
  const ids = rows.map(({ id }) => id).sort((a, b) => Number(a) - Number(b));
  const [owner = "", , supervisor = owner, agent = owner, sales = owner] = ids;
  await sql`
    insert into ticketing.groups (customer_account, id, name, description) values
      (${account}, 1, 'Customer care', 'First line: calls, chats and walk-ins'),
      (${account}, 2, 'Deliveries', 'Drivers and the depot'), (${account}, 3, 'Accounts', 'Payments and refunds')`.execute(
    trx,
  );
  await sql`
    insert into ticketing.group_members (customer_account, group_id, user_id, role) values
      (${account}, 1, ${supervisor}, 'supervisor'), (${account}, 1, ${agent}, 'agent'), (${account}, 2, ${agent}, 'agent'),
      (${account}, 2, ${supervisor}, 'supervisor'), (${account}, 3, ${sales}, 'agent'), (${account}, 3, ${owner}, 'supervisor')`.execute(
    trx,
  );
  return [agent, supervisor, sales, owner];
}

/** Lunch, Kenya's holidays, a policy for each priority, and what tickets are about. */
async function settings(trx: Trx, account: string): Promise<void> {
  await sql`
    update ticketing.calendars set week = ${JSON.stringify([...officeWeek.slice(0, 5), [{ from: "09:00", to: "13:00" }], []])}::jsonb
    where customer_account = ${account}`.execute(trx);
  await sql`
    insert into ticketing.policies (customer_account, id, name, rank, priority_ids, first_minutes, next_minutes, resolution_minutes, warn_minutes)
    values (${account}, 1, 'Urgent', 1, '{5}', 30, 60, 240, 30), (${account}, 2, 'High', 2, '{4}', 60, 120, 480, 60),
      (${account}, 3, 'Medium', 3, '{3}', 240, 480, 1440, 120), (${account}, 4, 'Low', 4, '{1,2}', 480, 960, 2880, 240)`.execute(
    trx,
  );
  await sql`
    insert into ticketing.dispositions (customer_account, id, parent_id, name) values
      (${account}, 1, null, 'Delivery'), (${account}, 2, null, 'Payment'), (${account}, 3, null, 'Product'),
      (${account}, 11, 1, 'Late'), (${account}, 12, 1, 'Wrong item'), (${account}, 13, 1, 'Damaged'),
      (${account}, 21, 2, 'Not received'), (${account}, 22, 2, 'Refund'), (${account}, 31, 3, 'Faulty'), (${account}, 32, 3, 'How to use')`.execute(
    trx,
  );
  await sql`
    insert into ticketing.exempted_days (customer_account, date, name)
    select ${account}, make_date(extract(year from now())::int, 12, 24), 'Stock taking'`.execute(trx);
  await sql`
    update ticketing.account_settings set templates = '{stages,types,hours,policies}' where customer_account = ${account}`.execute(
    trx,
  );
  await sql`
    insert into ticketing.automations (customer_account, name, event, conditions, actions, rank) values
      (${account}, 'Urgent to the supervisor', 'created', '[{"field":"priority","operator":"at least","value":"5"}]',
        '[{"kind":"assign","to":"group","id":"1"},{"kind":"notify","to":"supervisors","id":"","words":"An urgent ticket"}]', 1)`.execute(
    trx,
  );
}

async function write(trx: Trx, account: string, made: readonly DemoTicket[]): Promise<void> {
  const tickets = JSON.stringify(made);
  await sql`
    insert into ticketing.tickets (customer_account, id, subject, description, status, stage_id, type_id, priority_id, urgency_id,
      impact_id, disposition_id, sub_disposition_id, channel_id, customer_id, customer_name, customer_phone, from_customer, rank,
      created_by_name, created_at, updated_at, first_response_at, resolved_at, closed_at, comments)
    select ${account}, id, subject, description, status, stage_id, type_id, priority_id, urgency_id, impact_id, disposition_id,
      sub_disposition_id, channel_id, customer_phone, customer_name, customer_phone, true, ticketing.rank_of(id), customer_name,
      created_at, updated_at, first_response_at, resolved_at, closed_at, jsonb_array_length(comments)
    from jsonb_to_recordset(${tickets}::jsonb) as x (id bigint, subject text, description text, status text, stage_id bigint,
      type_id bigint, priority_id int, urgency_id int, impact_id int, disposition_id bigint, sub_disposition_id bigint,
      channel_id int, customer_name text, customer_phone text, created_at timestamptz, updated_at timestamptz,
      first_response_at timestamptz, resolved_at timestamptz, closed_at timestamptz, comments jsonb)`.execute(trx);
  await sql`
    insert into ticketing.ticket_members (customer_account, ticket_id, user_id, at)
    select ${account}, id, member, created_at from jsonb_to_recordset(${tickets}::jsonb) as x (id bigint, member text, created_at timestamptz)
    where member is not null`.execute(trx);
  await sql`
    insert into ticketing.ticket_groups (customer_account, ticket_id, group_id)
    select ${account}, id, group_id from jsonb_to_recordset(${tickets}::jsonb) as x (id bigint, group_id bigint)`.execute(
    trx,
  );
  await sql`
    insert into ticketing.comments (customer_account, ticket_id, origin_id, kind, author_kind, author, body, at)
    select ${account}, x.id, x.id, c.kind, c.author_kind, c.author, c.body, c.at
    from jsonb_to_recordset(${tickets}::jsonb) as x (id bigint, comments jsonb),
      jsonb_to_recordset(x.comments) as c (kind text, author_kind text, author text, body text, at timestamptz)
    order by c.at`.execute(trx);
  await sql`
    insert into ticketing.history (customer_account, ticket_id, at, by, action, words, version)
    select ${account}, id, created_at, customer_name, 'opened', 'Opened: ' || subject, 1
    from jsonb_to_recordset(${tickets}::jsonb) as x (id bigint, created_at timestamptz, customer_name text, subject text)`.execute(
    trx,
  );
  const words = made.flatMap(({ id, subject, customer_name, customer_phone }) => {
    const number = customer_phone.slice(1);
    return [...new Set([...searchTerms(`${subject} ${customer_name}`), number, `0${number.slice(3)}`])].map((word) => ({
      id,
      word,
    }));
  });
  await sql`
    insert into ticketing.search_terms (customer_account, ticket_id, word)
    select ${account}, id, word from jsonb_to_recordset(${JSON.stringify(words)}::jsonb) as x (id bigint, word text)`.execute(
    trx,
  );
}

/** The intervals of each ticket and the clocks that follow from them, as the service would have written them. */
async function clocks(trx: Trx, account: string, made: readonly DemoTicket[], rules: Rules, now: Date): Promise<void> {
  const intervals: object[] = [];
  const rows: object[] = [];
  const cached: { id: number; policy_id: number | null }[] = [];
  for (const ticket of made) {
    const policy = policyFor({ ...ticket, policy_id: null, customer_id: null, group_ids: [ticket.group_id] }, rules);
    const created = new Date(ticket.created_at);
    const own: ClockInterval[] = [{ at: created, state: "running", reason: "" }];
    if (ticket.status === "pending")
      own.push({ at: new Date(ticket.updated_at), state: "paused", reason: "Waiting for customer" });
    if (ticket.resolved_at) own.push({ at: new Date(ticket.resolved_at), state: "stopped", reason: "resolved" });
    intervals.push(...own.map((interval) => ({ ticket_id: ticket.id, ...interval })));
    cached.push({ id: ticket.id, policy_id: policy?.id ?? null });
    if (!policy) continue;
    for (const [kind, end] of [
      ["first", ticket.first_response_at],
      ["resolution", ticket.resolved_at],
    ] as const) {
      const stopped = end ? new Date(end) : undefined;
      // As it was while it ran: the end of it is no pause.
      const before = stopped ? own.filter(({ at }) => at < stopped) : own;
      const computed = computeClock({ kind, started_at: created }, policy, rules, before, stopped ?? now);
      if (!computed) continue;
      const elapsed_ms = stopped ? elapsedTime({ started_at: created }, stopped, policy, rules, before) : null;
      const met = elapsed_ms === null ? null : elapsed_ms <= computed.target_ms;
      const told = computed.breached_at && !stopped ? now : null;
      rows.push({
        ticket_id: ticket.id,
        kind,
        policy_id: policy.id,
        started_at: created,
        ...computed,
        paused: computed.paused && !stopped,
        breached_at: met === true ? null : computed.breached_at,
        stopped_at: stopped ?? null,
        elapsed_ms,
        met,
        noticed_at: told,
        warned_at: told,
      });
    }
  }
  await sql`
    insert into ticketing.clock_intervals (customer_account, ticket_id, at, state, reason)
    select ${account}, ticket_id, at, state, reason
    from jsonb_to_recordset(${JSON.stringify(intervals)}::jsonb) as x (ticket_id bigint, at timestamptz, state text, reason text)`.execute(
    trx,
  );
  await sql`
    insert into ticketing.clocks (customer_account, ticket_id, kind, policy_id, started_at, target_ms, due_at, warn_at, paused,
      breached_at, stopped_at, elapsed_ms, met, noticed_at, warned_at)
    select ${account}, ticket_id, kind, policy_id, started_at, target_ms, due_at, warn_at, paused, breached_at, stopped_at,
      elapsed_ms, met, noticed_at, warned_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x (ticket_id bigint, kind text, policy_id bigint,
      started_at timestamptz, target_ms bigint, due_at timestamptz, warn_at timestamptz, paused boolean, breached_at timestamptz,
      stopped_at timestamptz, elapsed_ms bigint, met boolean, noticed_at timestamptz, warned_at timestamptz)`.execute(
    trx,
  );
  await cache(trx, account, cached);
}

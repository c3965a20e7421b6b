import pg from "pg";

export const account = "100001";
export const tickets = 1_000_000;
export const openTickets = 100_000;

/**
 * Two years of tickets, the newest hundred thousand open, half of them paused or due; the others say what their clocks took.
 * @param after the highest number that the account's tickets have already
 */
export async function fillTickets(url: string, after = 0): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`
      set app.account = '${account}';
      set synchronous_commit = off;
      insert into ticketing.people (customer_account, user_id, name) select '${account}', n::text, 'Agent ' || n from generate_series(1, 40) n on conflict do nothing;
      insert into ticketing.groups (customer_account, id, name) select '${account}', n, 'Group ' || n from generate_series(1, 8) n on conflict do nothing;
      insert into ticketing.dispositions (customer_account, id, name) select '${account}', n, 'Disposition ' || n from generate_series(1, 20) n on conflict do nothing;
      insert into ticketing.policies (customer_account, id, name, first_minutes, resolution_minutes) values ('${account}', 1, 'All', 60, 480)
        on conflict do nothing;
      insert into ticketing.tickets (customer_account, id, subject, status, stage_id, type_id, priority_id, urgency_id, impact_id,
          disposition_id, ruling_policy_id, rank, created_at, updated_at, resolved_at, closed_at, due_at, due_clock, warn_at, sla_state,
          breached_at, customer_name, first_ms, resolution_ms)
        select '${account}', ${after} + n, 'Blender number ' || n || ' does not start', status, stage, 1 + n % 4, 1 + n % 5, 1 + n % 3, 1 + n / 3 % 3,
          1 + n % 20, 1, ticketing.rank_of(${after} + n), at, at, case when done then at + interval '1 day' end, case when done then at + interval '2 days' end,
          case when status in ('new', 'open') then now() + (n % 2000 - 1000) * interval '1 minute' end,
          case when status in ('new', 'open') then 'resolution' end,
          case when status in ('new', 'open') then now() + (n % 2000 - 1100) * interval '1 minute' end,
          case when done then case when n % 7 = 0 then 'missed' else 'met' end when status = 'pending' then 'paused' else 'running' end,
          case when n % 7 = 0 and done then at + interval '9 hours' end, 'Customer ' || n % 5000,
          case when done then n % 90 * 60000 end, case when done then n % 977 * 60000 end
        from (select n, n <= ${tickets - openTickets} as done, now() - (${tickets} - n) * interval '1 minute' as at,
            case when n <= ${tickets - openTickets} then case when n % 2 = 0 then 'resolved' else 'closed' end else (array['new', 'open', 'pending'])[1 + n % 3] end as status,
            case when n <= ${tickets - openTickets} then 4 + n % 2 else 1 + n % 3 end as stage from generate_series(1, ${tickets}) n) x;
      insert into ticketing.ticket_members (customer_account, ticket_id, user_id)
        select '${account}', ${after} + n, (1 + n % 40)::text from generate_series(1, ${tickets}) n where n % 10 > 0;
      insert into ticketing.ticket_groups (customer_account, ticket_id, group_id)
        select '${account}', ${after} + n, 1 + n % 8 from generate_series(1, ${tickets}) n where n % 5 > 0;
      insert into ticketing.search_terms (customer_account, ticket_id, word)
        select '${account}', ${after} + n, w from generate_series(1, ${tickets}) n, unnest(array['blender', n::text]) w;
      insert into ticketing.clock_intervals (customer_account, ticket_id, at, state)
        select customer_account, id, created_at, case when status = 'pending' then 'paused' else 'running' end
        from ticketing.tickets where customer_account = '${account}' and id > ${after} and status in ('new', 'open', 'pending');
      insert into ticketing.clocks (customer_account, ticket_id, kind, policy_id, started_at, target_ms, due_at, warn_at, paused)
        select customer_account, id, 'resolution', 1, created_at, 28800000, due_at, warn_at, status = 'pending'
        from ticketing.tickets where customer_account = '${account}' and id > ${after} and status in ('new', 'open', 'pending');
    `);
    for (const table of ["tickets", "ticket_members", "ticket_groups", "search_terms", "clock_intervals", "clocks"])
      await client.query(`vacuum analyze ticketing.${table}`);
  } finally {
    await client.end();
  }
}

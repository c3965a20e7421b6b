import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { savanna, type TicketingFixture, ticketingFixture } from "./fixture";

let fixture: TicketingFixture;
let minute = 0;
beforeAll(async () => {
  fixture = await ticketingFixture();
  fixture.at("2026-06-08T09:00");
  await fixture.ask("users");
  await fixture.ask("savePolicy", { body: { name: "All", first_minutes: 30, resolution_minutes: 120 } });
}, 60_000);
afterAll(() => fixture.end());

/** What a report counts of each line, as the clocks themselves say it: the last stopped clock of a kind. */
async function fromClocks(by: "status" | "priority") {
  return fixture.inside(async (trx) => {
    const { rows } = await sql<{ key: string; kind: string; n: number; minutes: number }>`
      select t.status as key, c.kind, count(*)::int as n, round(sum(c.elapsed_ms) / count(*) / 60000, 1)::float8 as minutes
      from ticketing.tickets t join ticketing.clocks c on c.customer_account = t.customer_account and c.ticket_id = t.id
      where t.customer_account = ${savanna} and t.deleted_at is null and t.merged_into is null
        and c.kind in ('first', 'resolution') and c.stopped_at is not null and c.elapsed_ms is not null
        and not exists (select from ticketing.clocks later where later.customer_account = c.customer_account
          and later.ticket_id = c.ticket_id and later.kind = c.kind and later.id > c.id and later.stopped_at is not null)
        and (${by} = 'status' or t.priority_id = 3)
      group by 1, 2`.execute(trx);
    return Object.fromEntries(rows.map(({ key, kind, n, minutes }) => [`${key} ${kind}`, [n, minutes]]));
  });
}

async function fromReport(query: object) {
  const { data } = (await fixture.ask("statusTickets", { query, body: {} })).body;
  return Object.fromEntries(
    data.flatMap((line) => [
      ...(line.first_response_count
        ? [[`${line.id} first`, [line.first_response_count, line.first_response_minutes]]]
        : []),
      ...(line.resolution_count ? [[`${line.id} resolution`, [line.resolution_count, line.resolution_minutes]]] : []),
    ]),
  );
}

const deeds = ["answer", "resolved", "open", "pending", "closed", "wait"] as const;

test("the times of the reports are those of the clocks, whatever became of the tickets", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.constantFrom(...deeds), fc.integer({ min: 1, max: 90 })), { minLength: 1, maxLength: 7 }),
      fc.integer({ min: 1, max: 5 }),
      async (life, priority_id) => {
        const pass = (minutes: number) => {
          minute += minutes;
          fixture.at(new Date(Date.parse("2026-06-08T09:00Z") + minute * 60_000).toISOString().slice(0, 16));
        };
        const { id } = await fixture.open({ subject: "Counted", priority_id, from_customer: true });
        for (const [deed, minutes] of life) {
          pass(minutes);
          if (deed === "answer") await fixture.say(id, "An answer", {});
          else if (deed !== "wait") await fixture.update({ id, status: deed });
        }
        expect(await fromReport({})).toEqual(await fromClocks("status"));
        expect(await fromReport({ priority: 3 })).toEqual(await fromClocks("priority"));
      },
    ),
    { numRuns: 25 },
  );
}, 120_000);

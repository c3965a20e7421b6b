import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finishedLimit } from "../../services/kit/contract.finished";
import { listFinished } from "../../services/ticketing/tickets/finished";
import { asOwner } from "../setup/database";
import { type FinishedAnswer, walkFinished } from "../setup/finished";
import { plansOf } from "../setup/plans";
import { savanna, type TicketingFixture, ticketingFixture } from "./fixture";

let fixture: TicketingFixture;
beforeAll(async () => {
  fixture = await ticketingFixture();
});
afterAll(() => fixture.end());

const day = { from: "2026-06-08T00:00:00.000000Z", until: "2026-06-09T00:00:00.000000Z" };
async function finished(body: { from: string; until: string; after?: number } = day, account = savanna) {
  const answer = await fixture.asService(account).finished({ body });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body));
  return answer.body satisfies FinishedAnswer;
}
const records = async () => (await finished()).data.map(({ record }) => record);
const open = (customer_name: string, customer_phone = "") => fixture.open({ customer_name, customer_phone });
const move = async (id: number, status: string) =>
  expect((await fixture.update({ id, status })).status, status).toBe(201);

test("a ticket is found by when it was resolved, or closed at once, with its customer; not once it is reopened", async () => {
  const resolved = await open("Asha", "0722 000 001");
  const closed = await open("Juma");
  fixture.at("2026-06-08T10:00");
  await move(resolved.id, "resolved");
  fixture.at("2026-06-08T11:00");
  await move(closed.id, "closed");
  fixture.at("2026-06-08T12:00");
  await move(resolved.id, "closed");
  const all = [
    { record: resolved.id, at: "2026-06-08T07:00:00.000000Z", phone: "+254722000001", name: "Asha" },
    { record: closed.id, at: "2026-06-08T08:00:00.000000Z", phone: "", name: "Juma" },
  ];
  expect(await finished()).toEqual({ data: all, more: false });
  // The first moment is in the range, the last one is not.
  const range = { from: "2026-06-08T07:00:00.000000Z", until: "2026-06-08T08:00:00.000000Z" };
  expect((await finished(range)).data).toEqual([all[0]]);
  await move(resolved.id, "open");
  expect(await records()).toEqual([closed.id]);
  fixture.at("2026-06-08T13:00");
  await move(resolved.id, "resolved");
  expect((await finished()).data).toEqual([all[1], { ...all[0], at: "2026-06-08T10:00:00.000000Z" }]);
});

test("open, merged and deleted tickets are left out", async () => {
  const before = await records();
  const [pending, kept, merged, gone] = [await open("A"), await open("B"), await open("C"), await open("D")];
  await move(pending.id, "pending");
  for (const { id } of [kept, merged, gone]) await move(id, "resolved");
  expect(await records()).toEqual(expect.arrayContaining([kept.id, merged.id, gone.id]));
  const merge = await fixture.ask("mergeTicket", { body: { ticket_id: kept.id, merge_ids: [merged.id] } });
  expect(merge.status).toBe(201);
  expect((await fixture.ask("destroyTicket", { params: { id: gone.id } })).status).toBeLessThan(300);
  expect((await records()).sort()).toEqual([...before, kept.id].sort());
});

test("pages that part in one moment have everything once, and another account has nothing of it", async () => {
  const { id } = await open("Many", "0722 000 002");
  await move(id, "resolved");
  const at = "2026-07-01T10:00:00.123456Z";
  await fixture.inside((trx) =>
    sql`insert into ticketing.tickets (customer_account, id, subject, status, stage_id, customer_phone, rank, resolved_at)
      select customer_account, 500000 + n, 'Copy', status, stage_id, customer_phone, rank, ${at}
      from ticketing.tickets, generate_series(1, ${finishedLimit + 2}) n where id = ${id}`.execute(trx),
  );
  const range = { from: "2026-07-01T00:00:00.000000Z", until: "2026-07-01T10:00:00.123457Z" };
  const pages = await walkFinished(finished, range);
  expect(pages.map(({ length }) => length)).toEqual([finishedLimit, 2]);
  const found = pages.flat();
  expect(new Set(found.map((one) => `${one.at} ${one.phone}`))).toEqual(new Set([`${at} +254722000002`]));
  expect(found.map(({ record }) => record)).toEqual(
    Array.from({ length: finishedLimit + 2 }, (_, index) => 500_001 + index),
  );
  expect((await finished({ ...range, until: at })).data).toEqual([]);
  expect(await finished({ ...range, from: day.from }, "200002")).toEqual({ data: [], more: false });
});

test("only services may ask", async () => {
  for (const token of ["owner", "otieno", "nobody"] as const)
    expect((await fixture.ask("finished", { body: day }, token)).status).toBe(403);
  expect((await fixture.ask("finished", { body: day }, "guest")).status).toBe(401);
});

test("the range is read from an index in its order, below row security too", async () => {
  // Of a handful of tickets any index would do.
  await asOwner(fixture.database.url, "analyze ticketing.tickets");
  const [plan] = await fixture.inside((trx) =>
    plansOf(trx, (planned) => listFinished(planned, savanna, { ...day, after: 0 })),
  );
  expect(plan).toMatch(
    /using tickets_resolved .*\n.*Index Cond: .*resolved_at >= .*resolved_at < .*ROW\(.*resolved_at, .*\) > ROW/,
  );
  expect(plan).not.toContain("Sort");
});

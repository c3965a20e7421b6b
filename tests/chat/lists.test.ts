import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contactPage } from "../../services/chat/contacts/list";
import { listMergedPeople } from "../../services/chat/records/people";
import { dispositions } from "../../services/chat/settings/handlers";
import { plansOf } from "../setup/plans";
import { type ChatFixture, chatFixture, savanna } from "./fixture";

let fixture: ChatFixture;
beforeAll(async () => {
  fixture = await chatFixture();
  await fixture.status("joy", "online");
});
afterAll(() => fixture.end());

test("lists of many conversations read their indexes, below row security too", async () => {
  await fixture.inside(async (trx) => {
    const asked = { view: "all", q: "", channel: "telegram", per_page: 50 } as const;
    const [channel] = await plansOf(trx, (planned) => contactPage(planned, savanna, "2", asked));
    expect(channel).toMatch(/using contacts_channel .*\n.*Index Cond: .*channel = 'telegram'/);
    // The few labels of a conversation are sorted in a plan of their own.
    expect(channel?.split("SubPlan")[0]).not.toContain("Sort");
    const [used] = await plansOf(trx, (planned) => dispositions(planned, savanna));
    expect(used).toMatch(/Index Only Scan using contacts_disposition .*\n.*disposition_type_id = t.id/);
    // As many as make a look into the index worth it.
    await sql`insert into chat.people (customer_account, name)
      select ${savanna}, 'Customer ' || n from generate_series(1, 3000) n`.execute(trx);
    const [joined] = await plansOf(trx, (planned) => listMergedPeople(planned, savanna, 1));
    expect(joined).toMatch(/using people_merged .*\n.*merged_into = /);
  });
});

test("a disposition says how many conversations of the account have it; of a channel come its own, the newest first", async () => {
  const types = async () => (await fixture.ask("dispositionSettings", {}, "fatuma")).body.data;
  const [first, second] = await types();
  for (const [n, type] of [first, first, second].entries()) {
    const { contact_id } = await fixture.wrote(`d-${n}`, "Habari");
    await fixture.act("startContact", contact_id);
    await fixture.act("endContact", contact_id);
    const body = { contact_id, type_id: type.id, item_id: type.items[0].id };
    expect((await fixture.ask("setDisposition", { body })).status).toBe(201);
  }
  const sooner = await fixture.wrote("d-4", "Habari", { channel: "telegram" });
  const later = await fixture.wrote("d-5", "Habari", { channel: "telegram" });
  const [most, some, ...others] = (await types()).map(({ used }: { used: number }) => used);
  expect([most, some, Math.max(...others)]).toEqual([2, 1, 0]);
  const page = async (query: object) =>
    (await fixture.ask("contacts", { query: { view: "all", channel: "telegram", ...query } })).body;
  const newest = await page({ per_page: 1 });
  expect(newest.data.map(({ contact_id }: { contact_id: number }) => contact_id)).toEqual([later.contact_id]);
  const next = await page({ per_page: 1, after: newest.next });
  expect(next.data.map(({ contact_id }: { contact_id: number }) => contact_id)).toEqual([sooner.contact_id]);
  expect(next.next).toBeNull();
});

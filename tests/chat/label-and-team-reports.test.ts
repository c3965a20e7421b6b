import { beforeEach, describe, expect, test } from "vitest";
import { type ChatFixture, chatFixture, type Token } from "./fixture";

let fixture: ChatFixture;
beforeEach(async () => {
  fixture = await chatFixture();
  return () => fixture.end();
});

const report = async (name: "reportLabels" | "reportTeams", query: object = {}) =>
  (await fixture.ask(name, { query: { days: "1", ...query } }, "owner")).body;
const listed = async (query: object): Promise<number> =>
  (await fixture.ask("reportChats", { query: { days: "1", ...query } }, "owner")).body.total;

/** Every figure of a line and its list have the same conversations. */
async function opens(line: { filter: object } & { [name: string]: unknown }) {
  for (const [figure, more] of Object.entries({ chats: {}, ended: { state: "ended" }, answered: { answered: "yes" } }))
    expect(await listed({ ...line.filter, ...more }), figure).toBe(line[figure]);
}

describe("by label", () => {
  /** A customer writes, gets an answer after so many seconds, and it is labelled. */
  async function labelled(from: string, seconds: number, labels: number[]) {
    const { contact_id } = await fixture.wrote(from);
    fixture.later(seconds);
    await fixture.act("startContact", contact_id);
    await fixture.say(contact_id, "Hello");
    await fixture.act("labelContact", contact_id, "joy", { add: labels });
    return contact_id;
  }

  test("conversations, ended ones and the median of the first response; each figure opens its conversations", async () => {
    await fixture.routing({ automatic: false });
    await fixture.status("joy", "online");
    const label = async (name: string) =>
      (await fixture.ask("saveLabel", { body: { name, colour: "blue" } }, "fatuma")).body.id;
    const [refund, vip, unused] = [await label("Refund"), await label("VIP"), await label("Unused")];
    const first = await labelled("a", 10, [refund]);
    await labelled("b", 20, [refund, vip]);
    await labelled("c", 90, [refund]);
    await fixture.wrote("d");
    await fixture.act("endContact", first);

    const { total, data } = await report("reportLabels");
    expect(data).toMatchObject([
      {
        name: "Refund",
        chats: 3,
        ended: 1,
        answered: 3,
        median_first_response_seconds: 20,
        first_response_seconds: 40,
      },
      { name: "VIP", chats: 1, ended: 0, median_first_response_seconds: 20 },
      { name: "Unused", chats: 0, median_first_response_seconds: 0 },
      { name: "No label", chats: 1, answered: 0, median_first_response_seconds: 0 },
    ]);
    // Once in all, however many labels it has.
    expect(total).toMatchObject({ chats: 4, ended: 1, answered: 3, median_first_response_seconds: 20 });
    for (const line of data) await opens(line);
    expect((await report("reportLabels", { label: vip })).data.map(({ name }: { name: string }) => name)).toEqual([
      "VIP",
    ]);

    // An archived label is shown where it was used.
    for (const id of [vip, unused]) await fixture.ask("removeLabel", { params: { id } }, "fatuma");
    const after = (await report("reportLabels")).data.map(({ name, note }: { name: string; note: string }) => [
      name,
      note,
    ]);
    expect(after).toEqual([
      ["Refund", ""],
      ["VIP", "Archived"],
      ["No label", ""],
    ]);
  });
});

describe("by team", () => {
  const give = (id: number, team_id: number, token: Token = "joy") =>
    fixture.act("transferContact", id, token, { team_id });

  test("conversations, the wait for the team, and those that changed hands; each figure opens its conversations", async () => {
    await fixture.routing({ automatic: false, max_conversation: 20 });
    const body = { name: "Sales", agents: ["3"], max_wait_minutes: 60 };
    const sales = (await fixture.ask("saveTeam", { body }, "fatuma")).body.id;
    for (const token of ["joy", "kevin"] as const) await fixture.status(token, "online");
    // Ten conversations, of which the first was Joy's before: Kevin takes them after 10, 20, … 100 seconds.
    const given: number[] = [];
    for (let n = 0; n < 10; n++) {
      const { contact_id } = await fixture.wrote(`customer-${n}`);
      if (n === 0) await fixture.act("startContact", contact_id);
      await give(contact_id, sales);
      given.push(contact_id);
    }
    for (const id of given) {
      fixture.later(10);
      await fixture.act("startContact", id, "kevin");
    }
    await fixture.act("endContact", given[0] ?? 0, "kevin");
    // One still waits for the team, and one was never given to it.
    const waiting = await fixture.wrote("waits");
    await give(waiting.contact_id, sales);
    await fixture.wrote("other");

    const { total, data } = await report("reportTeams");
    const [line, shop, none] = data;
    expect(line).toMatchObject({
      ...{ name: "Sales", chats: 11, waiting: 1, open: 9, ended: 1, handled: 1, taken: 10, transferred: 1 },
      ...{ wait_median_seconds: 55, wait_p90_seconds: 91 },
    });
    expect(shop).toMatchObject({ name: "Shop floor", chats: 0, wait_median_seconds: 0 });
    expect(none).toMatchObject({ name: "No team", chats: 1, taken: 0 });
    expect(total).toMatchObject({ chats: 12, taken: 10, transferred: 1, wait_median_seconds: 55 });
    for (const one of data) await opens(one);
    expect(await listed({ ...line.filter, taken: "yes" })).toBe(10);
    expect(await listed({ ...line.filter, transferred: "yes" })).toBe(1);
    expect(await listed({ given_team: "any" })).toBe(11);
    // By whom: the same filter on the report of agents.
    const agents = await fixture.ask("reportAgents", { query: { days: "1", given_team: sales } }, "owner");
    expect(agents.body.data[0]).toMatchObject({ name: "Kevin", chats: 10, handled: 1 });
    expect(agents.body.total.chats).toBe(11);
  });
});

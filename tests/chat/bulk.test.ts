import { beforeEach, describe, expect, test } from "vitest";
import { maxBulkContacts } from "../../rules/chat-bulk";
import { type ChatFixture, chatFixture, teams } from "./fixture";

let fixture: ChatFixture;
beforeEach(async () => {
  fixture = await chatFixture();
  return () => fixture.end();
});

const change = (ids: number[], changes: object) => fixture.ask("bulkContacts", { body: { ids, changes } }, "joy");
async function waiting(count: number): Promise<[number, number, number]> {
  const made: number[] = [];
  for (let n = 0; n < count; n++) made.push((await fixture.wrote(`w${n}`)).contact_id);
  return made as [number, number, number];
}
async function label(name: string): Promise<number> {
  return (await fixture.ask("saveLabel", { body: { name, colour: "amber" } }, "fatuma")).body.id;
}

describe("several conversations at once", () => {
  test("get a label, a priority and an agent together, and each history says it", async () => {
    await fixture.routing({ automatic: false, max_conversation: 5 });
    await fixture.status("kevin", "online");
    const ids = await waiting(3);
    const [rent, old] = [await label("Rent"), await label("Old")];
    await change(ids, { add_label: old });
    const { status, body } = await change(ids, {
      ...{ add_label: rent, remove_label: old, priority: "high", participant_id: "3" },
    });
    expect([status, body.changed, body.refused]).toEqual([201, ids, []]);
    for (const id of ids) {
      const { contact, activities } = (await fixture.ask("contact", { params: { id } })).body;
      expect(contact).toMatchObject({ priority: "high", participant_id: "3", labels: [{ name: "Rent" }] });
      const words = activities.map(({ description }: { description: string }) => description);
      expect(words).toEqual(
        expect.arrayContaining(["Joy added the label Rent", "Joy changed the priority from Normal to High"]),
      );
    }
    // Whose they are already keeps them.
    expect((await change(ids, { participant_id: "3", priority: "low" })).body.refused).toEqual([]);
  });

  test("go to a team, are snoozed, and are ended", async () => {
    teams.set(2, "Rent desk");
    await fixture.ask("teams", {}, "fatuma");
    await fixture.status("joy", "online");
    await fixture.routing({ automatic: false });
    const ids = await waiting(2);
    expect((await change(ids, { team_id: 2 })).body.changed).toEqual(ids);
    expect(await fixture.contact(ids[0])).toMatchObject({ team: "Rent desk", participant_id: null });
    await change(ids, { participant_id: "2" });
    const until = Math.floor(fixture.clock.now.getTime() / 1000) + 3600;
    expect((await change(ids, { until })).body.changed).toEqual(ids);
    expect(await fixture.contact(ids[1])).toMatchObject({ snoozed_until: until });
    expect((await change(ids, { end: true })).body.changed).toEqual(ids);
    expect(await fixture.contact(ids[0])).toMatchObject({ ended: true, ended_by: "Joy" });
  });

  test("what is refused is named with its reason and stays as it was; the others are changed", async () => {
    await fixture.routing({ automatic: false, max_conversation: 1, active_conversations: 1 });
    await fixture.status("kevin", "online");
    const [first, second, third] = await waiting(3);
    await fixture.act("endContact", third);
    const { body } = await change([second, first, third, 999_999, second], { participant_id: "3", priority: "urgent" });
    expect(body.changed).toEqual([second]);
    expect(body.refused).toEqual([
      { id: first, reason: "Kevin has 1 conversations open, and 1 is the most. End one first." },
      { id: third, reason: "This conversation has ended." },
      { id: 999_999, reason: "There is no such conversation." },
    ]);
    expect(await fixture.contact(first)).toMatchObject({ priority: "normal", participant_id: null });
    const until = Math.floor(fixture.clock.now.getTime() / 1000) + 3600;
    expect((await change([first], { until })).body.refused).toEqual([
      { id: first, reason: "Take the conversation before you snooze it: its customer waits for an answer." },
    ]);
    await fixture.ask("participants", {}, "fatuma");
    expect((await change([first], { participant_id: "4" })).body.refused).toEqual([
      { id: first, reason: "Fatuma is not online. Choose another person, or the queue." },
    ]);
  });

  test("a request that says nothing, too much, too many or a time that is over is refused as a whole", async () => {
    const [id] = await waiting(1);
    const many = Array.from({ length: maxBulkContacts + 1 }, (_, n) => n + 1);
    for (const [ids, changes] of [
      [[id], {}],
      [[id], { participant_id: "2", team_id: 1 }],
      [[id], { end: true, until: 4_000_000_000 }],
      [[id], { priority: "very high" }],
      [[id], { until: 1_000, priority: "high" }],
      [[], { priority: "high" }],
      [many, { priority: "high" }],
    ] as const)
      expect((await change([...ids], changes)).status, JSON.stringify(changes)).toBe(422);
    expect((await fixture.contact(id)).priority).toBe("normal");
  });

  test("conversations of another account are not there", async () => {
    const { contact_id } = await fixture.wrote("x", "Hello", { account: "200002" });
    const { body } = await change([contact_id + 1_000, contact_id], { end: true });
    expect(body.changed).toEqual([]);
    expect(body.refused).toHaveLength(2);
  });
});

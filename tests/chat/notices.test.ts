import { beforeEach, describe, expect, test } from "vitest";
import { mailsTo, noticePeopleFrom, noticesOf, workNotices } from "../setup/notices";
import { type ChatFixture, chatFixture, people, savanna } from "./fixture";

let fixture: ChatFixture;
beforeEach(async () => {
  fixture = await chatFixture();
  return () => fixture.end();
});

const told = async (user: string) =>
  (await noticesOf(fixture.database.url, savanna, user)).map(({ subject_id, words, read_at }) => ({
    subject: Number(subject_id),
    words,
    read: read_at !== null,
  }));
const bells = async () =>
  (await fixture.events()).filter(({ kind }) => kind === "notice").map(({ body }) => (body as { to: string[] }).to);

describe("a conversation that is given to an agent", () => {
  test("by the router: the agent is notified and their bell rings", async () => {
    await fixture.status("joy", "online");
    const { contact_id } = await fixture.wrote("a", "Hello", { sender: { name: "Asha" } });
    expect(await told("2")).toEqual([
      { subject: contact_id, words: "You were given a conversation: Asha", read: false },
    ]);
    expect(await bells()).toEqual([["2"]]);
    expect(await told("3")).toEqual([]);
  });

  test("by a colleague: with the name of who gave it; not by the agent themselves", async () => {
    await fixture.routing({ automatic: false });
    await fixture.status("joy", "online");
    await fixture.status("kevin", "online");
    const { contact_id } = await fixture.wrote("a", "Hello", { sender: { name: "Asha" } });
    await fixture.act("startContact", contact_id, "joy");
    expect(await told("2")).toEqual([]);
    await fixture.act("transferContact", contact_id, "joy", { participant_id: "3" });
    expect(await told("3")).toEqual([{ subject: contact_id, words: "Joy gave you a conversation: Asha", read: false }]);
  });

  test("is read when the agent opens it, and when it goes to somebody else", async () => {
    await fixture.status("joy", "online");
    const [first, second] = [await fixture.wrote("a"), await fixture.wrote("b")];
    await fixture.act("readContact", first.contact_id, "joy", {});
    await fixture.act("transferContact", second.contact_id, "joy", {});
    const read = (await told("2")).map((one) => [one.subject, one.read]);
    expect(read).toEqual(expect.arrayContaining([[first.contact_id, true]]));
    expect(read.find(([subject]) => subject === second.contact_id)).toEqual([second.contact_id, true]);
    expect(await bells()).toHaveLength(4);
  });

  test("is read by an answer without opening it, but not by a colleague who looks", async () => {
    await fixture.status("joy", "online");
    const { contact_id } = await fixture.wrote("a");
    await fixture.act("readContact", contact_id, "fatuma", {});
    expect((await told("2"))[0]?.read).toBe(false);
    await fixture.say(contact_id, "Good morning");
    expect((await told("2"))[0]?.read).toBe(true);
  });

  test("when a slot gets free by one's own ending, the next one is told too", async () => {
    await fixture.routing({ active_conversations: 1 });
    await fixture.status("joy", "online");
    const [first, second] = [await fixture.wrote("a"), await fixture.wrote("b")];
    await fixture.act("endContact", first.contact_id, "joy");
    expect((await told("2")).map(({ subject, read }) => [subject, read])).toEqual([
      [first.contact_id, true],
      [second.contact_id, false],
    ]);
  });

  test("many at once are one notice", async () => {
    await fixture.routing({ automatic: false, active_conversations: 20, max_conversation: 20 });
    for (let n = 0; n < 12; n++) await fixture.wrote(`crowd-${n}`);
    await fixture.status("joy", "online");
    await fixture.routing({ automatic: true, active_conversations: 20, max_conversation: 20 });
    await fixture.sweep();
    const shown = (await noticesOf(fixture.database.url, savanna, "2")).filter((one) => one.shown);
    expect(shown.map(({ words }) => words)).toEqual(["12 conversations were given to you."]);
  });

  test("is not mailed to who has not asked for it", async () => {
    await fixture.status("joy", "online");
    await fixture.wrote("a");
    await workNotices(fixture.database, noticePeopleFrom(Object.values(people)));
    expect(await mailsTo(fixture.database.url, "joy@savanna.test")).toEqual([]);
  });
});

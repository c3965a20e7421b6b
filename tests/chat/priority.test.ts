import { beforeEach, describe, expect, test } from "vitest";
import { type ChatFixture, chatFixture, type Token } from "./fixture";

let fixture: ChatFixture;
beforeEach(async () => {
  fixture = await chatFixture();
  return () => fixture.end();
});

const set = (id: number, priority: string, token: Token = "joy") =>
  fixture.act("setContactPriority", id, token, { priority });
const ids = (rows: { contact_id: number }[]) => rows.map(({ contact_id }) => contact_id);
const listed = async (query: object) => ids((await fixture.ask("contacts", { query })).body.data);

/** So many customers who wait, a minute apart. */
async function waiting(count: number): Promise<number[]> {
  const made = [];
  for (let n = 0; n < count; n++) {
    made.push((await fixture.wrote(`w${n}`)).contact_id);
    fixture.later(60);
  }
  return made;
}

describe("the priority of a conversation", () => {
  test("is normal, is set by hand, and stands in its history and in what others are told", async () => {
    const [id = 0] = await waiting(1);
    expect((await fixture.contact(id)).priority).toBe("normal");
    const { status, body } = await set(id, "urgent");
    expect([status, body.contact.priority]).toEqual([201, "urgent"]);
    await set(id, "urgent");
    const { activities } = (await fixture.ask("contact", { params: { id } })).body;
    const words = activities.map(({ description }: { description: string }) => description);
    expect(words.filter((one: string) => one.includes("priority"))).toEqual([
      "Joy changed the priority from Normal to Urgent",
    ]);
    const told = (await fixture.events()).filter(({ kind }) => kind === "chat.contact").at(-1);
    expect(told?.body).toMatchObject({ change: "changed", contact: { contact_id: id, priority: "urgent" } });
  });

  test("orders the waiting ones, page by page, and narrows the list", async () => {
    const [first = 0, second = 0, third = 0, fourth = 0] = await waiting(4);
    await set(third, "urgent");
    await set(first, "low");
    await set(fourth, "high");
    const order = [third, fourth, second, first];
    expect(await listed({ view: "waiting" })).toEqual(order);
    const page = (await fixture.ask("contacts", { query: { view: "waiting", per_page: 2 } })).body;
    expect(ids(page.data)).toEqual(order.slice(0, 2));
    expect(await listed({ view: "waiting", per_page: 2, after: page.next })).toEqual(order.slice(2));
    expect(await listed({ priority: "high" })).toEqual([fourth]);
    expect(await listed({ priority: "normal" })).toEqual([second]);
    expect(await listed({ priority: "of the day" })).toHaveLength(4);
  });

  test("decides who is given out first, before the longer wait and before who is back in the queue", async () => {
    await fixture.routing({ active_conversations: 1, max_conversation: 5 });
    const [first = 0, , third = 0] = await waiting(3);
    await set(third, "high");
    await fixture.status("joy", "online");
    expect((await fixture.contact(third)).participant_id).toBe("2");
    expect((await fixture.contact(first)).participant_id).toBeNull();
    await fixture.status("kevin", "online");
    expect((await fixture.contact(first)).participant_id).toBe("3");
  });

  test("gives a visitor the place in the queue that they have", async () => {
    await fixture.routing({ automatic: false });
    const [first = 0, second = 0] = await waiting(2);
    const place = async (n: number) => {
      const body = { inbox_id: await fixture.inbox(), external_id: `w${n}` };
      return (await fixture.ask("thread", { query: body }, "service")).body.queue?.position;
    };
    expect([await place(0), await place(1)]).toEqual([1, 2]);
    await set(second, "high");
    expect([await place(0), await place(1)]).toEqual([2, 1]);
    expect(first).not.toBe(second);
  });

  test("can't be changed when it has ended, nor to what is none", async () => {
    const [id = 0] = await waiting(1);
    expect((await set(id, "very high")).status).toBe(422);
    await fixture.act("endContact", id);
    const refused = await set(id, "high");
    expect([refused.status, refused.body.message]).toEqual([406, "This conversation has ended."]);
    expect((await set(999_999, "high")).status).toBe(404);
  });
});

import { beforeEach, describe, expect, test } from "vitest";
import { chatTasks } from "../../services/chat/service";
import { asOwner } from "../setup/database";
import { type ChatFixture, chatFixture, here, type Token } from "./fixture";

let fixture: ChatFixture;
beforeEach(async () => {
  fixture = await chatFixture();
  await fixture.routing({ automatic: false });
  return () => fixture.end();
});

/** A customer who has written once, and whose conversation has ended. */
async function knownAs(from: string, more: { channel?: string; sender?: object } = {}) {
  const wrote = await fixture.wrote(from, "Hello", more);
  await fixture.act("endContact", wrote.contact_id);
  return wrote;
}
let count = 0;
const first = async (
  from: string,
  more: { channel?: string; token?: Token; request_id?: string; message?: string } = {},
) => {
  const { channel = "webchat", token = "joy", message = "Your parcel is here" } = more;
  const request_id = more.request_id ?? `${++count}`.padStart(32, "s");
  const body = { inbox_id: await fixture.inbox(channel), external_id: from, request_id, message };
  return fixture.ask("writeFirst", { body }, token);
};
const points = async (q: string) => {
  const { data } = (await fixture.ask("reach", { query: { q } })).body;
  return data.flatMap((one: { contact_points: { may: boolean; words: string }[] }) => one.contact_points);
};
/** The e-mails that are queued. */
async function sent(): Promise<{ to: string; text: string }[]> {
  const { rows } = await asOwner(
    fixture.database.url,
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'mail.send' order by j.id`,
  );
  return rows.map(({ payload }) => payload);
}

/** What the job of answers by mail does. */
const mailAnswers = (contact: number) =>
  chatTasks(fixture.database, { secret: fixture.secret })["chat.mail_answer"]?.({ account: "100001", contact });

describe("an agent writes first", () => {
  test("the conversation is theirs with the state effects of a start, and what the customer answers comes into it", async () => {
    const before = await knownAs("mwende", { sender: { name: "Mwende" } });
    here.add("mwende");
    const { status, body } = await first("mwende");
    expect(status).toBe(201);
    expect(body.contact).toMatchObject({
      ...{
        name: "Mwende",
        person_id: before.person_id,
        response_by: "Joy",
        participant_id: "2",
        opened: true,
        ended: false,
      },
      ...{ started: expect.any(Number), assigned: expect.any(Number), waiting_since: null },
    });
    expect(body.messages).toMatchObject([{ author: "agent", message: "Your parcel is here" }]);
    expect((await fixture.ask("me", {})).body).toMatchObject({ engaged: true, conversations: 1 });
    const answer = await fixture.wrote("mwende", "I come at noon");
    expect(answer).toMatchObject({ contact_id: body.contact.contact_id, opened: true, unread: 1 });
    // Nobody else is rung for it: it never waited.
    const told = (await fixture.events()).filter((event) => event.kind === "chat.contact");
    const changes = told.flatMap(({ body: { contact, change } }) =>
      (contact as { contact_id: number }).contact_id === answer.contact_id ? [change] : [],
    );
    expect(changes).toEqual(["begun"]);
  });

  test("the same request twice is one conversation; another's request id is refused", async () => {
    await knownAs("mwende");
    here.add("mwende");
    const request_id = "r".repeat(32);
    const [one, two] = [await first("mwende", { request_id }), await first("mwende", { request_id })];
    expect([one.status, two.status]).toEqual([201, 201]);
    expect(two.body.contact.contact_id).toBe(one.body.contact.contact_id);
    expect(await fixture.messages(one.body.contact.contact_id)).toHaveLength(1);
    expect((await first("mwende", { request_id, token: "kevin" })).status).toBe(409);
  });

  test("a visitor is written to while they are on the site, else by their address as well, else not at all", async () => {
    await knownAs("gone", { sender: { name: "Gone" } });
    await knownAs("mail", { sender: { name: "Mail", email: "mail@example.com" } });
    expect(await points("Gone")).toMatchObject([{ may: false, words: expect.stringMatching(/no email address/) }]);
    expect((await first("gone")).status).toBe(406);
    expect(await points("Mail")).toMatchObject([{ may: true, words: expect.stringMatching(/mail@example.com/) }]);
    expect((await first("mail")).status).toBe(201);
    await mailAnswers((await fixture.contact((await points("Mail"))[0].running)).contact_id);
    expect(await sent()).toMatchObject([
      { to: "mail@example.com", text: expect.stringMatching(/^Your parcel is here\n/) },
    ]);
    here.add("gone");
    expect(await points("Gone")).toMatchObject([{ may: true }]);
    expect((await first("gone")).status).toBe(201);
    expect(await sent()).toHaveLength(1);
  });

  test("M16: WhatsApp takes a first message within 24 hours of the customer's last, and says so before", async () => {
    await knownAs("254712000193", { channel: "whatsapp", sender: { name: "Amina" } });
    fixture.later(24 * 3_600 - 1);
    expect(await points("Amina")).toMatchObject([{ may: true }]);
    fixture.later(1);
    expect(await points("Amina")).toMatchObject([{ may: false, words: expect.stringMatching(/24 hours have passed/) }]);
    expect((await first("254712000193", { channel: "whatsapp" })).status).toBe(406);
    fixture.later(-10);
    const { body } = await first("254712000193", { channel: "whatsapp" });
    // The window is the one of what the customer last wrote: it goes on in the new conversation.
    const window = (await fixture.ask("contact", { params: { id: body.contact.contact_id } })).body.window;
    expect(window).toMatchObject({ open: true });
    fixture.later(10);
    expect((await fixture.say(body.contact.contact_id, "And one more")).status).toBe(406);
  });

  test("not where a conversation runs, not to who is blocked or unknown, not beyond what one may have", async () => {
    const running = await fixture.wrote("runs", "Hello", { sender: { name: "Runs" } });
    here.add("runs");
    expect(await points("Runs")).toMatchObject([{ may: false, running: running.contact_id }]);
    expect((await first("runs")).status).toBe(406);
    expect((await first("never")).status).toBe(404);
    const { person_id } = await knownAs("bad", { sender: { name: "Bad" } });
    here.add("bad");
    await fixture.ask("savePerson", { params: { id: person_id }, body: { blocked: true } });
    expect(await points("Bad")).toMatchObject([{ may: false, words: "This customer is blocked." }]);
    expect((await first("bad")).status).toBe(406);
    await fixture.routing({ active_conversations: 1, max_conversation: 1 });
    for (const one of ["one", "two"]) await knownAs(one);
    here.add("one").add("two");
    expect((await first("one")).status).toBe(201);
    expect((await first("two")).status).toBe(406);
  });

  test("another account's customers are not there", async () => {
    await knownAs("mwende");
    here.add("mwende");
    expect((await first("mwende", { token: "lakeside" })).status).toBe(404);
    expect((await fixture.ask("reach", { query: {} }, "lakeside")).body.data).toEqual([]);
  });
});

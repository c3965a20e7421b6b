import { beforeEach, describe, expect, test } from "vitest";
import { noticesOf } from "../setup/notices";
import { type ChatFixture, chatFixture, people, roster, savanna } from "./fixture";

let fixture: ChatFixture;
beforeEach(async () => {
  fixture = await chatFixture();
  return () => fixture.end();
});

const note = (id: number, message: string, more: object = {}) =>
  fixture.say(id, message, "joy", { type: "note", ...more });
const told = async (user: string) =>
  (await noticesOf(fixture.database.url, savanna, user)).filter(({ kind }) => kind === "conversation mention");

describe("a colleague who is mentioned in a private note", () => {
  test("is told of it once, with the conversation; the note says whom it mentions", async () => {
    const { contact_id } = await fixture.wrote("a", "Hello", { sender: { name: "Asha" } });
    const request_id = "m".repeat(32);
    for (let n = 0; n < 2; n++) {
      const { status, body } = await note(contact_id, "@Kevin and @fatuma: please call back. @Kevin?", { request_id });
      expect(status).toBe(201);
      expect(body.messages[0].meta.mentions).toEqual([
        { id: "3", words: "@Kevin" },
        { id: "4", words: "@fatuma" },
      ]);
    }
    for (const user of ["3", "4"])
      expect(await told(user)).toMatchObject([
        { subject_id: `${contact_id}`, words: "Joy mentioned you in a note: Asha", read_at: null },
      ]);
    await fixture.act("readContact", contact_id, "kevin", {});
    expect((await told("3"))[0]?.read_at).not.toBeNull();
  });

  test("also in the note of a transfer, but nobody by what they write themselves or to the customer", async () => {
    await fixture.status("joy", "online");
    await fixture.status("kevin", "online");
    const { contact_id } = await fixture.wrote("a", "Hello", { sender: { name: "Asha" } });
    await note(contact_id, "@Joy: note to myself");
    await fixture.say(contact_id, "@Fatuma will call you", "joy");
    expect([...(await told("2")), ...(await told("4"))]).toEqual([]);
    const body = { participant_id: "3", note: "@Fatuma knows the order" };
    expect((await fixture.act("transferContact", contact_id, "joy", body)).status).toBe(201);
    expect(await told("4")).toHaveLength(1);
  });
});

test("a colleague who can't open the inbox, or one of several with that name, is refused and nothing is written", async () => {
  const { contact_id } = await fixture.wrote("a");
  const before = (await fixture.messages(contact_id)).length;
  const refused = await note(contact_id, "@Nobody please look");
  expect([refused.status, refused.body.message]).toEqual([
    406,
    "Nobody can't open the inbox, so a mention would not reach them. Mention someone else, or remove the @.",
  ]);
  roster.more = [{ ...people.kevin, id: "33", email: "kevin2@savanna.test" }];
  fixture.later(120);
  await fixture.ask("heartbeat", { body: {} });
  expect((await note(contact_id, "@Kevin please look")).body.message).toBe(
    "@Kevin is the name of 2 people. Write the full name or the email address after the @.",
  );
  expect(await fixture.messages(contact_id)).toHaveLength(before);
  expect((await note(contact_id, "@kevin2@savanna.test please look at @home")).status).toBe(201);
  expect(await told("33")).toHaveLength(1);
});

test("the list of colleagues has those who may see the conversation, with the address where two share a name", async () => {
  roster.more = [{ ...people.kevin, id: "33", email: "kevin2@savanna.test" }];
  await fixture.ask("heartbeat", { body: {} });
  const { agents } = (await fixture.ask("inboxFilters")).body;
  const handles = agents.map(({ handle }: { handle: string }) => handle);
  expect(handles).toEqual(expect.arrayContaining(["Joy", "Fatuma", "kevin@savanna.test", "kevin2@savanna.test"]));
  expect(handles).not.toContain("Nobody");
});

import { beforeEach, describe, expect, test } from "vitest";
import type { AnswerMail, Mailing } from "../../services/chat/deps";
import { chatTasks } from "../../services/chat/service";
import { asOwner } from "../setup/database";
import { type ChatFixture, chatFixture } from "./fixture";

let fixture: ChatFixture;
beforeEach(async () => {
  fixture = await chatFixture();
  return () => fixture.end();
});

const address = "mwende@example.com";

/** What the away form and its message do, one after the other. */
async function left(from = "mwende", email = address) {
  const sender = { external_id: from, name: "Mwende", email };
  await fixture.ask("greet", { body: { inbox_id: await fixture.inbox(), sender } }, "service");
  return fixture.wrote(from, "Is my order on its way?");
}

/** The job runs; `mailing` is what the account's mailbox does, none when it has none. */
async function mailAnswers(contact: number, mailing?: (mail: AnswerMail) => Mailing) {
  const mailed: AnswerMail[] = [];
  const mail = async (_: string, given: AnswerMail) => {
    mailed.push(given);
    return mailing?.(given) ?? { status: "none" as const };
  };
  const never = () => Promise.reject(new Error("nothing is carried here"));
  const carrier = { deliver: never, unsend: never, fetchFile: never, mail };
  const tasks = chatTasks(fixture.database, { secret: fixture.secret, carrier });
  await tasks["chat.mail_answer"]?.({ account: "100001", contact });
  return mailed;
}

async function queued(task: string): Promise<Record<string, unknown>[]> {
  const { rows } = await asOwner(
    fixture.database.url,
    `select payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = '${task}' order by j.id`,
  );
  return rows.map(({ payload }) => payload);
}

describe("a message that was left when no one was there", () => {
  test("says by what address it is answered; the answers go there as one mail of the mailbox", async () => {
    const { contact_id } = await left();
    expect(await fixture.contact(contact_id)).toMatchObject({ mail_to: address });
    await fixture.status("joy", "online");
    await fixture.say(contact_id, "A note of ours", "joy", { type: "note" });
    expect(await queued("chat.mail_answer")).toEqual([]);
    await fixture.say(contact_id, "It left this morning.");
    await fixture.say(contact_id, "It comes at noon.");
    expect(await queued("chat.mail_answer")).toMatchObject([{ contact: contact_id }]);
    const inbox_id = await fixture.inbox("email");
    const sent = await mailAnswers(contact_id, () => ({ status: "sent", inbox_id }));
    expect(sent).toMatchObject([{ to: address, contact_id, subject: "Re: your message to Our webchat" }]);
    expect(sent[0]?.text).toBe("It left this morning.\n\nIt comes at noon.\n\nJoy, Our webchat");
    // Once: what was mailed is mailed.
    expect(await mailAnswers(contact_id, () => ({ status: "sent", inbox_id }))).toEqual([]);
    // Who replies from that address is the same customer.
    const reply = await fixture.wrote(address, "Thank you", { channel: "email", sender: { email: address } });
    expect(reply.person_id).toBe((await fixture.contact(contact_id)).person_id);
  });

  test("without a mailbox the system mails it, and says where to write again", async () => {
    const { contact_id } = await left();
    await fixture.status("joy", "online");
    await fixture.say(contact_id, "It left this morning.");
    await mailAnswers(contact_id);
    await mailAnswers(contact_id);
    const mails = await queued("mail.send");
    expect(mails).toMatchObject([{ to: address, text: expect.stringMatching(/^It left this morning\.\n.*not read/s) }]);
    expect(JSON.stringify(mails)).not.toContain("Is my order");
  });

  test("what the customer has read in the chat is not mailed, nor after they wrote while someone was there", async () => {
    const { contact_id } = await left();
    await fixture.status("joy", "online");
    await fixture.say(contact_id, "Seen on the page");
    const upto = (await fixture.messages(contact_id)).at(-1)?.id;
    const visit = { inbox_id: await fixture.inbox(), external_id: "mwende" };
    await fixture.ask("visitorRead", { body: { ...visit, upto } }, "service");
    expect(await mailAnswers(contact_id)).toEqual([]);
    await fixture.write("mwende", "I am back");
    expect(await fixture.contact(contact_id)).toMatchObject({ mail_to: "" });
    await fixture.say(contact_id, "Good");
    expect(await mailAnswers(contact_id)).toEqual([]);
  });

  test("a mailbox that is away is tried again; an email that is refused is told to the agent", async () => {
    const { contact_id } = await left();
    await fixture.status("joy", "online");
    await fixture.say(contact_id, "It left this morning.");
    await expect(mailAnswers(contact_id, () => ({ status: "later" }))).rejects.toThrow();
    await mailAnswers(contact_id, () => ({ status: "failed", reason: "No such address." }));
    const { activities } = (await fixture.act("contact", contact_id)).body;
    expect(activities.map(({ description }: { description: string }) => description)).toContain(
      `Not emailed to ${address}: No such address.`,
    );
  });

  test("who writes while someone is there, or left no address, is answered in the chat", async () => {
    await fixture.status("joy", "online");
    expect((await left("online")).mail_to).toBe("");
    await fixture.status("joy", "offline");
    expect((await left("nameless", "")).mail_to).toBe("");
  });
});

describe("a new conversation by mail", () => {
  const points = async (person: number) =>
    (await fixture.ask("reach", { query: { person } })).body.data[0].contact_points;

  test("goes from a connected mailbox to the address that a visitor left", async () => {
    const { contact_id, person_id } = await left();
    await fixture.act("endContact", contact_id);
    expect(await points(person_id)).not.toContainEqual(expect.objectContaining({ channel: "email" }));
    const inbox_id = await fixture.inbox("email");
    expect(await points(person_id)).toContainEqual(
      expect.objectContaining({ channel: "email", inbox_id, external_id: address, may: true }),
    );
    const body = { inbox_id, external_id: address, request_id: "m".repeat(32), message: "About your order" };
    expect((await fixture.ask("writeFirst", { body })).status).toBe(404);
    const begun = await fixture.ask("writeFirst", { body: { ...body, person: person_id } });
    expect(begun).toMatchObject({ status: 201, body: { contact: { channel: "email", user_id: address, person_id } } });
    expect(await queued("chat.deliver")).toMatchObject([{ contact: begun.body.contact.contact_id }]);
    const other = await fixture.wrote("other", "Hello", { sender: { email: "other@example.com" } });
    const wrong = { ...body, request_id: "n".repeat(32), external_id: "victim@example.com", person: other.person_id };
    expect((await fixture.ask("writeFirst", { body: wrong })).status).toBe(404);
  });
});

import { afterAll, beforeAll, expect, test } from "vitest";
import { sendingCalls } from "../../services/email/contract.internal";
import { sendingHandlers } from "../../services/email/mailings/to-one";
import { contract } from "../../services/kit/contract";
import { serviceToken } from "../../services/kit/principal";
import { serve } from "../../services/kit/serve";
import { caller, person, surroundings } from "../setup/people";
import { emailFixture, type Fixture, savanna } from "./fixtures";

let given: Fixture;
let sender: string;
let stopWork: () => Promise<void>;
beforeAll(async () => {
  given = await emailFixture();
  sender = String(given.form({}).sender);
  const worker = given.work();
  stopWork = () => worker.stop();
});
afterAll(async () => {
  await stopWork?.();
  await given?.stop();
});

const around = surroundings({ owner: person() });
async function call(name: keyof typeof sendingCalls, body: object) {
  const served = serve(contract("email", sendingCalls), sendingHandlers(given.database, given.deps), around);
  const token = serviceToken(around.serviceSecret, savanna);
  const answer = await served.call(name, { body } as never, { ...caller(""), token });
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects of a body
  return answer as unknown as { status: number; body: any };
}
const mail = (key: string, to: string, more: object = {}) =>
  call("sendMail", { key, sender, to, subject: "Welcome", text: "Good to have you {{ here }}.", ...more });

test("an email of another service is sent once for its key, is paid, and has the link that ends the emails", async () => {
  const first = await mail("sequence:1", "amina@mail.test", { text: "Good to have you." });
  expect(first).toMatchObject({ status: 201, body: { message: { cost_cents: 10 }, refused: "", opted_out: false } });
  const again = await mail("sequence:1", "amina@mail.test", { text: "Good to have you." });
  expect(again.body).toEqual(first.body);
  await given.ended(Number(first.body.message.id));
  const sent = given.host.mails({ to: "amina@mail.test" });
  expect(sent).toHaveLength(1);
  expect(sent[0]?.text).toContain("Good to have you.");
  expect(sent[0]?.text).toContain("Unsubscribe: https://jibu.test/unsubscribe/");
  expect((await mail("sequence:1", "amina@mail.test", { subject: "Other" })).status).toBe(409);
});

test("an email may carry an invitation that calendar programs read as it is", async () => {
  // Its braces are no fields: nothing of it is filled.
  const text = "BEGIN:VCALENDAR\r\nMETHOD:REQUEST\r\nSUMMARY:Sécher {{ le }} riz\r\nEND:VCALENDAR\r\n";
  const calendar = { method: "REQUEST", text };
  const first = await mail("appointment:1", "fatuma@mail.test", { text: "You are invited.", calendar });
  await given.ended(Number(first.body.message.id));
  expect((await mail("appointment:1", "fatuma@mail.test", { text: "You are invited.", calendar })).body).toEqual(
    first.body,
  );
  const sent = given.host.mails({ to: "fatuma@mail.test" });
  expect(sent).toHaveLength(1);
  expect(sent[0]?.text).toContain("You are invited.");
  // The reader of the mail host has its own ends of lines.
  expect(sent[0]?.calendar).toBe(text.replaceAll("\r\n", "\n"));
  expect(sent[0]?.files).toContainEqual(expect.objectContaining({ name: "invitation.ics", type: "application/ics" }));
  // Under the same key there is no other invitation.
  const other = { ...calendar, text: text.replace("riz", "café") };
  expect((await mail("appointment:1", "fatuma@mail.test", { text: "You are invited.", calendar: other })).status).toBe(
    409,
  );
});

test("who has unsubscribed gets none, although it is to them alone", async () => {
  const first = await mail("sequence:2", "barasa@mail.test", { text: "Hello." });
  await given.ended(Number(first.body.message.id));
  const [sent] = given.host.mails({ to: "barasa@mail.test" });
  const token = /unsubscribe\/([\w.-]+)/.exec(sent?.text ?? "")?.[1] ?? "";
  expect((await given.ask("unsubscribe", { params: { token } }, "guest")).status).toBe(200);
  const next = await mail("sequence:3", "barasa@mail.test", { text: "Hello again." });
  expect(next.body).toEqual({ message: null, refused: "Everyone here is on the suppression list.", opted_out: true });
  const terms = await call("mailTerms", { addresses: ["barasa@mail.test", "amina@mail.test"] });
  expect(terms.body).toEqual({
    ...{ mail_price: 1_000, senders: [sender], suppressed: ["barasa@mail.test"] },
    answers_to: expect.any(Object),
  });
});

test("an address that is none, and one that it can't be from, are said", async () => {
  expect((await mail("sequence:4", "no address")).body).toMatchObject({ message: null, opted_out: false });
  expect((await mail("sequence:5", "c@mail.test", { sender: "ceo@bank.test" })).body.errors.sender).toBeDefined();
});

import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { Contact, Message } from "../../services/chat/contract.schemas";
import type { Person } from "../../services/kit/principal";
import { person } from "../setup/people";
import { type ChatFixture, chatFixture, people, skills, type Token } from "./fixture";

const keeper = "keeper" as Token;
(people as Record<string, Person>)[keeper] = person({
  ...{ id: "31", name: "Baraka", email: "baraka@savanna.test", roles: [{ name: "Marketer" }] },
  ...{ permissions: ["Set whatsapp bot"], products: ["Whatsapp"] },
});

let fixture: ChatFixture;
let inbox: number;
let menu: string;
let count = 0;
beforeAll(async () => {
  fixture = await chatFixture();
  await fixture.routing({ automatic: true, active_conversations: 5 });
  inbox = await fixture.inbox("whatsapp");
  const texts = { greeting: "Karibu!", away: "We open at 8.", retry: "Sorry?", hand_over: "One moment." };
  await bot("saveBot", { body: { ...texts, list_button: "Choose", start: "" } });
  menu = await answer({ name: "Menu", text: "What can we do for you?" });
  const order = await answer({ name: "Order", text: "It arrives in two days.", leads_to: "end" });
  const price = await answer({ name: "Price", text: "KES 32,000.", leads_to: "wait", keywords: ["price", "bei"] });
  const choices = [
    { label: "My order", leads_to: `answer:${order}` },
    { label: "Prices", leads_to: `answer:${price}` },
    { label: "A person", leads_to: "person" },
  ];
  await answer({ id: menu, name: "Menu", text: "What can we do for you?", choices });
});
beforeEach(async () => {
  fixture.later(3_600);
  await bot("switchBot", { body: { active: true } });
});
afterAll(() => {
  // The people are the same for every file of a worker: who is left among them is an agent in the next one.
  delete (people as Record<string, Person>)[keeper];
  return fixture.end();
});

const bot = (name: Parameters<ChatFixture["ask"]>[0], input: object = {}, token = keeper) =>
  fixture.ask(name, { params: { id: inbox }, ...input }, token);

async function answer(more: object): Promise<string> {
  const whole = { style: "buttons", choices: [], leads_to: "person", keywords: [], ...more };
  return (await bot("saveBotAnswer", { body: whole })).body.id;
}

async function write(from: string, text: string, more: object = {}, for_bot = true): Promise<Contact> {
  const message = { provider_id: `w-${++count}`, at: fixture.clock.now.getTime(), text, ...more };
  const body = { inbox_id: inbox, for_bot, sender: { external_id: from, msisdn: `+${from}` }, message };
  return (await fixture.ask("receive", { body }, "service")).body.contact;
}

const said = async (id: number) => {
  const all = await fixture.messages(id);
  return all.filter(({ author }: Message) => author === "bot").map(({ message }: Message) => message);
};
const log = async (id: number): Promise<string[]> => {
  const { body } = await fixture.ask("contact", { params: { id } });
  return body.activities.map(({ description }: { description: string }) => description);
};
const menuText = "What can we do for you?";

describe("a conversation with the bot", () => {
  test("it greets once and asks; nothing waits for a person, and no agent is given it", async () => {
    await fixture.status("joy", "online");
    const contact = await write("254711000001", "Habari");
    expect(contact).toMatchObject({ opened: false, ended: false, waiting_since: null, latest_message: "Habari" });
    expect(await said(contact.contact_id)).toEqual(["Karibu!", menuText]);
    const [, asked] = (await fixture.messages(contact.contact_id)).filter(({ author }) => author === "bot");
    expect(asked).toMatchObject({
      status: "queued",
      meta: { choices: { kind: "buttons", options: [{ id: `${menu}.0`, title: "My order" }, {}, {}] } },
    });
    await write("254711000001", "2.");
    expect(await said(contact.contact_id)).toEqual(["Karibu!", menuText, "KES 32,000."]);
    expect((await fixture.contact(contact.contact_id)).opened).toBe(false);
    // In the reports it is with the bot: no one waits.
    const { body } = await fixture.ask("reportDashboard", { query: {} }, "owner");
    expect(body.total).toMatchObject({ chats: 1, bot: 1, waiting: 0, open: 0, ended: 0 });
    const listed = await fixture.ask("reportChats", { query: { state: "bot" } }, "owner");
    expect(listed.body.data).toMatchObject([{ contact_id: contact.contact_id, state: "bot" }]);
    await fixture.status("joy", "offline");
  });

  test("it hands over to the queue with a line of the log, and says nothing once an agent has it", async () => {
    const { contact_id } = await write("254711000002", "Habari");
    const queued = await write("254711000002", "A person", { meta: { payload: `${menu}.2` } });
    expect(queued.waiting_since).not.toBeNull();
    expect(await said(contact_id)).toEqual(["Karibu!", menuText, "One moment."]);
    expect(await log(contact_id)).toContain("The bot handed it over: the customer asked for a person");
    await write("254711000002", "1");
    await fixture.status("joy", "online");
    expect((await fixture.contact(contact_id)).opened).toBe(true);
    await write("254711000002", "1");
    expect(await said(contact_id)).toHaveLength(3);
    await fixture.act("endContact", contact_id);
    await fixture.status("joy", "offline");
  });

  test("it hands over to a team, whose members alone are given it; a team that is gone leaves it to everyone", async () => {
    const { id: sales } = (
      await fixture.ask("saveTeam", { body: { name: "Sales", agents: ["3"], max_wait_minutes: 10 } }, "fatuma")
    ).body;
    await answer({ name: "Sales", text: "Our sales team answers.", leads_to: `person:${sales}`, keywords: ["buy"] });
    expect((await bot("bot")).body).toMatchObject({ problems: [], teams: [{ name: "Sales" }, { id: 1 }] });
    await bot("switchBot", { body: { active: true } });
    await fixture.status("joy", "online");
    const { contact_id } = await write("254711000010", "I want to buy");
    expect(await fixture.contact(contact_id)).toMatchObject({ team_id: sales, opened: false });
    expect(await log(contact_id)).toContain("Bot gave it to the team Sales");
    await fixture.status("kevin", "online");
    expect(await fixture.contact(contact_id)).toMatchObject({ opened: true, response_by: "Kevin" });
    await fixture.inside((trx) => sql`update chat.teams set removed_at = now() where id = ${sales}`.execute(trx));
    const other = await write("254711000020", "buy");
    expect(await fixture.contact(other.contact_id)).toMatchObject({ team_id: null, opened: true });
    for (const token of ["joy", "kevin"] as const) await fixture.status(token, "offline");
    const { draft } = (await bot("bot")).body;
    const { id } = draft.answers.find(({ keywords }: { keywords: string[] }) => keywords.includes("buy"));
    await bot("removeBotAnswer", { params: { id: inbox, answer: id } });
  });

  test("it hands over to anyone with a skill; a skill that is gone leaves it to everyone", async () => {
    skills.set(7, { name: "Invoices", people: [3] });
    expect((await bot("bot")).body).toMatchObject({ problems: [], skills: [{ id: 7, name: "Invoices" }] });
    const id = await answer({
      name: "Invoice",
      text: "Who knows it answers.",
      leads_to: "skill:7",
      keywords: ["invoice"],
    });
    await bot("switchBot", { body: { active: true } });
    await fixture.status("joy", "online");
    const { contact_id } = await write("254711000911", "My invoice is wrong");
    expect(await fixture.contact(contact_id)).toMatchObject({ skill: "Invoices", opened: false });
    expect(await log(contact_id)).toContain("It waits for the skill Invoices");
    await fixture.status("kevin", "online");
    expect(await fixture.contact(contact_id)).toMatchObject({ opened: true, response_by: "Kevin" });
    skills.delete(7);
    expect((await bot("bot")).body.problems).toMatchObject([{ words: "It leads to a skill that was deleted." }]);
    const other = await write("254711000921", "invoice");
    expect(await fixture.contact(other.contact_id)).toMatchObject({ skill: "", opened: true });
    for (const token of ["joy", "kevin"] as const) await fixture.status(token, "offline");
    await bot("removeBotAnswer", { params: { id: inbox, answer: id } });
  });

  test("an agent who takes it from the bot has it", async () => {
    const { contact_id } = await write("254711000003", "Habari");
    expect((await fixture.act("startContact", contact_id)).status).toBe(201);
    await write("254711000003", "2");
    expect(await said(contact_id)).toHaveLength(2);
    await fixture.act("endContact", contact_id);
  });

  test("it ends what is answered: no disposition is asked for, and the next message starts a new conversation with the bot", async () => {
    const { contact_id } = await write("254711000004", "Habari");
    const ended = await write("254711000004", "my ORDER");
    expect(ended).toMatchObject({ ended: true, waiting_since: null });
    expect(ended.disposition_ignored).not.toBeNull();
    expect(await said(contact_id)).toContain("It arrives in two days.");
    const again = await write("254711000004", "bei?");
    expect(again.contact_id).not.toBe(contact_id);
    expect(await said(again.contact_id)).toEqual(["Karibu!", "KES 32,000."]);
  });

  test("it asks again once when it does not understand, then hands over to a person; the same words are counted together", async () => {
    const { contact_id } = await write("254711000005", "Habari");
    await write("254711000005", "Something else");
    expect((await said(contact_id)).slice(2)).toEqual(["Sorry?", menuText]);
    const queued = await write("254711000005", "something ELSE!");
    expect(queued.waiting_since).not.toBeNull();
    expect(await log(contact_id)).toContain("The bot handed it over: it did not understand the customer");
    const { body } = await bot("bot");
    expect(body.misses[0]).toMatchObject({ text: "something ELSE!", times: 2 });
    expect(body.figures.handed_over).toBeGreaterThan(0);
  });

  test("the same message in parallel is answered once", async () => {
    const body = {
      ...{ inbox_id: inbox, for_bot: true, sender: { external_id: "254711000006" } },
      message: { provider_id: "same", at: fixture.clock.now.getTime(), text: "Habari" },
    };
    const answers = await Promise.all(Array.from({ length: 6 }, () => fixture.ask("receive", { body }, "service")));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(201));
    expect(await said(answers[0]?.body.contact.contact_id)).toHaveLength(2);
  });

  test("outside business hours the away answer stands in place of the greeting", async () => {
    const closed = Array.from({ length: 7 }, () => []);
    await fixture.routing({ week: closed });
    const { contact_id } = await write("254711000007", "Habari");
    expect(await said(contact_id)).toEqual(["We open at 8.", menuText]);
    await fixture.routing({ week: null });
  });

  test("what someone before it took, an echo and a machine's mail are not answered", async () => {
    const taken = await write("254711000008", "STOP", {}, false);
    expect(taken.waiting_since).not.toBeNull();
    expect(await said(taken.contact_id)).toEqual([]);
    const echo = await write("254711000009", "Written on our phone", { echo: true });
    expect(await said(echo.contact_id)).toEqual([]);
  });
});

describe("the loop guard", () => {
  test("a message that says it is automatic goes to people without an answer", async () => {
    const contact = await write("254711000011", "This is an automated reply: we are closed.");
    expect(await said(contact.contact_id)).toEqual([]);
    expect(contact.waiting_since).not.toBeNull();
    expect(await log(contact.contact_id)).toContain("The bot did not answer: a machine seems to write");
  });

  test("two machines stop: what repeats the bot is not answered", async () => {
    const { contact_id } = await write("254711000012", "Habari");
    const contact = await write("254711000012", menuText);
    expect(contact.waiting_since).not.toBeNull();
    expect(await said(contact_id)).toHaveLength(2);
  });

  test("at most 20 replies in ten minutes go to one customer, over several conversations; then a person has it", async () => {
    const ids = new Set<number>();
    let last: Contact | undefined;
    for (let n = 0; n < 16 && (last === undefined || last.waiting_since === null); n++) {
      fixture.later(20);
      last = await write("254711000013", n % 2 === 0 ? "Habari" : "1");
      ids.add(last.contact_id);
    }
    expect(last?.waiting_since).not.toBeNull();
    const all = await Promise.all([...ids].map(said));
    expect(all.flat().length).toBeLessThanOrEqual(20);
    expect(all.flat().length).toBeGreaterThan(15);
    expect((await log(last?.contact_id ?? 0)).join()).toContain("more than 20 automatic replies in 10 minutes");
  });
});

describe("versions", () => {
  test("a running conversation keeps what it began with; new ones get what is in use", async () => {
    const { contact_id } = await write("254711000021", "Habari");
    const { body } = await bot("bot");
    const price = body.draft.answers.find(({ name }: { name: string }) => name === "Price");
    await answer({ ...price, text: "KES 29,000." });
    expect((await bot("bot")).body.changed).toBe(true);
    await write("254711000022", "bei");
    await bot("switchBot", { body: { active: true } });
    expect((await bot("bot")).body).toMatchObject({ changed: false, active: true });
    await write("254711000021", "2");
    expect((await said(contact_id)).at(-1)).toBe("KES 32,000.");
    const { contact_id: fresh } = await write("254711000023", "bei");
    expect((await said(fresh)).at(-1)).toBe("KES 29,000.");
  });

  test("a version that is gone or a state that can't be read begins again", async () => {
    const { contact_id } = await write("254711000024", "Habari");
    await fixture.inside((trx) =>
      sql`update chat.bot_conversations set version = 999, state = '{"odd":1}' where contact_id = ${contact_id}`.execute(
        trx,
      ),
    );
    await write("254711000024", "Habari tena");
    expect((await said(contact_id)).slice(2)).toEqual(["Karibu!", menuText]);
  });
});

describe("switching", () => {
  test("problems are listed and keep it from being switched on; its conversations go to people when it is off", async () => {
    const { contact_id } = await write("254711000031", "Habari");
    const off = await bot("switchBot", { body: { active: false } });
    expect(off.body.message).toMatch(/wait.* for a person now/);
    expect((await fixture.contact(contact_id)).waiting_since).not.toBeNull();
    const fresh = await write("254711000032", "Habari");
    expect(fresh.waiting_since).not.toBeNull();
    const lost = await answer({ name: "Lost", text: "Nothing follows.", leads_to: "" });
    const { problems } = (await bot("bot")).body;
    expect(problems).toContainEqual({ answer: lost, words: "It leads nowhere.", stops: true });
    expect(await bot("switchBot", { body: { active: true } })).toMatchObject({
      status: 406,
      body: { message: "Correct the problem first." },
    });
    await bot("moveBotAnswer", { params: { id: inbox, answer: lost }, body: { by: -1 } });
    expect((await bot("bot")).body.draft.answers.at(-2).id).toBe(lost);
    expect((await bot("removeBotAnswer", { params: { id: inbox, answer: lost } })).status).toBe(201);
    expect((await bot("switchBot", { body: { active: true } })).status).toBe(201);
  });

  test("who writes nothing more for a day is no longer counted: the conversation ends by itself", async () => {
    const { contact_id } = await write("254711000033", "Habari");
    fixture.later(25 * 3_600);
    await fixture.sweep();
    expect(await fixture.contact(contact_id)).toMatchObject({ ended: true, ended_by: "Bot" });
    expect(await said(contact_id)).toHaveLength(2);
  });

  test("others have no bots here: without the permission 403, of another account 404", async () => {
    expect((await bot("bots", {}, "joy")).status).toBe(403);
    (people as Record<string, Person>).other = person({
      ...{ id: "41", name: "Otieno", customer_account: "200002", products: ["Whatsapp"] },
    });
    expect((await bot("bot", {}, "other" as Token)).status).toBe(404);
    expect((await bot("bots", {}, "other" as Token)).body.data).toEqual([]);
    expect(
      (
        await bot("saveBotAnswer", {
          body: { ...{ id: "a99", name: "X", text: "", style: "list" }, choices: [], leads_to: "", keywords: [] },
        })
      ).status,
    ).toBe(404);
  });
});

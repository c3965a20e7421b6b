import { afterAll, beforeAll, expect, test } from "vitest";
import type { Person } from "../../services/kit/principal";
import { people, type Token } from "../chat/fixture";
import { person } from "../setup/people";
import { type WhatsappFixture, whatsappFixture } from "./fixture";

const keeper = "keeper" as Token;
(people as Record<string, Person>)[keeper] = person({
  ...{ id: "31", name: "Baraka", email: "baraka@savanna.test", products: ["Whatsapp"] },
});

let fixture: WhatsappFixture;
beforeAll(async () => {
  fixture = await whatsappFixture();
  const chat = fixture.social.chat;
  const [{ inbox_id }] = (await chat.ask("bots", {}, keeper)).body.data;
  const ask = (name: "saveBotAnswer" | "switchBot", body: object) =>
    chat.ask(name, { params: { id: inbox_id }, body }, keeper);
  const choices = (many: number) =>
    Array.from({ length: many }, (_, n) => ({ label: `Branch ${n + 1}`, leads_to: "person" }));
  const whole = { style: "buttons", leads_to: "", keywords: [] };
  const answers = [
    {
      ...whole,
      name: "Menu",
      text: "Which one?",
      choices: [{ label: "Branches", leads_to: "answer:a2" }, ...choices(1)],
    },
    { ...whole, name: "List", text: "Choose a branch.", style: "list", choices: choices(10) },
  ];
  for (const answer of answers) expect((await ask("saveBotAnswer", answer)).status).toBe(201);
  expect((await ask("switchBot", { active: true })).status).toBe(201);
}, 90_000);
afterAll(() => {
  // The people are the same for every file of a worker: who is left among them is an agent in the next one.
  delete (people as Record<string, Person>)[keeper];
  return fixture.end();
});

const phone = (id: string) => fixture.graph.customers().find((one) => one.id === id)?.lines ?? [];
const tap = (id: string, line: ReturnType<typeof phone>[number] | undefined, choice: string) => {
  const chosen = line?.taps?.find((one) => one.id === choice);
  if (!line || !chosen) throw new Error(`there is no choice ${choice}`);
  return fixture.graph.tap(id, chosen, line.id);
};
const fromUs = (id: string) => phone(id).filter(({ from }) => from === "business");

test("buttons and a list on WhatsApp's own wire: taps come back, and the person who is asked for sees all of it", async () => {
  const id = "254711330001";
  await fixture.graph.write(id, "Habari", "Amina");
  await fixture.until(() => expect(fromUs(id)).toHaveLength(1));
  const [asked] = fromUs(id);
  expect(asked).toMatchObject({ text: "Which one?", taps: [{ id: "a1.0", title: "Branches" }, {}] });
  await tap(id, asked, "a1.0");
  await fixture.until(() => expect(fromUs(id)).toHaveLength(2));
  const [, list] = fromUs(id);
  expect(list?.taps).toHaveLength(10);
  expect(list?.taps?.[0]?.kind).toBe("row");
  await tap(id, list, "a2.9");
  await fixture.until(() => expect(fromUs(id).at(-1)?.text).toContain("A person will answer you here"));
  const { body } = await fixture.social.chat.ask("contacts", { query: { q: "Amina" } });
  const [contact] = body.data;
  expect(contact.waiting_since).not.toBeNull();
  const messages = await fixture.social.chat.messages(contact.contact_id);
  expect(messages.map(({ author, message }) => [author, message])).toEqual([
    ["customer", "Habari"],
    ["bot", "Which one?"],
    ["customer", "Branches"],
    ["bot", "Choose a branch."],
    ["customer", "Branch 10"],
    ["bot", expect.stringContaining("A person")],
  ]);
});

test("an opt-out comes before the bot: it is not answered, and who joins again is", async () => {
  const id = "254711330002";
  await fixture.graph.write(id, "Acha", "Otieno");
  const { chat } = fixture.social;
  await fixture.until(async () =>
    expect((await chat.ask("contacts", { query: { q: "Otieno" } })).body.data).toHaveLength(1),
  );
  expect(fromUs(id)).toHaveLength(0);
  const other = "254711330003";
  await fixture.graph.write(other, "START", "Njeri");
  await fixture.until(() => expect(fromUs(other)).toHaveLength(1));
});

import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Canned, CannedOffer } from "../../services/chat/contract.canned";
import { type Answer, type ChatFixture, chatFixture, savanna, type Token } from "./fixture";

let fixture: ChatFixture;
beforeAll(async () => {
  fixture = await chatFixture();
});
afterAll(() => fixture.end());

let count = 0;
const canned = (given: object, token: Token = "fatuma"): Promise<Answer> =>
  fixture.ask("saveCanned", { body: { scope: "all", title: `Reply ${++count}`, text_en: "Hello", ...given } }, token);
const offered = async (token: Token = "joy", query: object = {}): Promise<CannedOffer[]> =>
  (await fixture.ask("cannedFor", { query }, token)).body.data;
const listed = async (token: Token): Promise<Canned[]> => (await fixture.ask("cannedResponses", {}, token)).body.data;
const titles = (given: { title: string }[]) => given.map(({ title }) => title);

describe("canned replies (statement M46)", () => {
  test("are found whatever accents are typed, or left out", async () => {
    await canned({ title: "Café hours", text_en: "We open at eight" });
    const found = async (q: string) =>
      (await fixture.ask("cannedResponses", { query: { q } }, "joy")).body.data.map(({ title }: Canned) => title);
    expect([await found("cafe"), await found("CAFÉ h")]).toEqual([["Café hours"], ["Café hours"]]);
    expect(await found("cafeteria")).toEqual([]);
  });

  test("one's own is one's own: no colleague sees it, and not even who sets chats up", async () => {
    const made = await canned({ scope: "own", title: "Only Joy's" }, "joy");
    expect(made).toMatchObject({ status: 201, body: { scope: "own", mine: true, used: 0 } });
    expect(titles(await offered("joy"))).toContain("Only Joy's");
    for (const token of ["kevin", "fatuma"] as const) {
      expect(titles(await offered(token))).not.toContain("Only Joy's");
      expect(titles(await listed(token))).not.toContain("Only Joy's");
      const change = { id: made.body.id, scope: "own", title: "Taken", text_en: "x" };
      expect((await fixture.ask("saveCanned", { body: change }, token)).status).toBe(404);
      expect((await fixture.ask("removeCanned", { params: { id: made.body.id } }, token)).status).toBe(404);
      expect((await fixture.ask("useCanned", { params: { id: made.body.id } }, token)).status).toBe(404);
    }
  });

  test("a team's and everyone's are changed only with Manage chat settings", async () => {
    for (const scope of ["team", "all"]) {
      const given = { scope, team: "1", title: `For ${scope}` };
      expect(await canned(given, "joy")).toMatchObject({ status: 403 });
      const made = (await canned(given)).body;
      expect(made.mine).toBe(true);
      expect((await listed("joy")).find(({ id }) => id === made.id)?.mine).toBe(false);
      const body = { id: made.id, ...given, text_en: "Changed" };
      expect((await fixture.ask("saveCanned", { body }, "joy")).status).toBe(403);
      expect((await fixture.ask("removeCanned", { params: { id: made.id } }, "joy")).status).toBe(403);
      expect((await fixture.ask("saveCanned", { body }, "fatuma")).body.text_en).toBe("Changed");
    }
    // Nor is one's own reply made everybody's by changing it.
    const own = (await canned({ scope: "own" }, "joy")).body;
    expect((await canned({ id: own.id, scope: "all" }, "joy")).status).toBe(403);
  });

  test("a team's is offered to its members only; who sets chats up sees every team's", async () => {
    await canned({ scope: "team", team: "77", title: "For team 77" });
    expect(titles(await offered("joy"))).not.toContain("For team 77");
    expect(titles(await listed("joy"))).not.toContain("For team 77");
    expect(titles(await listed("fatuma"))).toContain("For team 77");
  });

  test("a shortcut and a title are there once within a scope; the same in another scope is fine", async () => {
    expect((await canned({ title: "Opening hours", shortcut: "/Hours" })).body.shortcut).toBe("hours");
    expect(await canned({ shortcut: "HOURS" })).toMatchObject({
      status: 422,
      body: { errors: { shortcut: ["/hours is the shortcut of Opening hours."] } },
    });
    expect((await canned({ title: "opening HOURS" })).body.errors.title).toHaveLength(1);
    expect((await canned({ scope: "own", title: "Opening hours", shortcut: "hours" }, "joy")).status).toBe(201);
    for (const shortcut of ["two words", "a/b", "<b>", "x".repeat(31)])
      expect((await canned({ shortcut })).body.errors.shortcut, shortcut).toHaveLength(1);
  });

  test("an unknown variable is refused at saving; so are an empty text and a team without a name", async () => {
    expect((await canned({ text_sw: "Habari {{jina}}" })).body.errors.text_sw).toEqual([
      "{{jina}} is no variable. Choose one of the list.",
    ]);
    expect((await canned({ text_en: "Hello {{name" })).body.errors.text_en[0]).toContain("{{name is no variable");
    expect((await canned({ text_en: " " })).body.errors.text_en).toHaveLength(1);
    expect((await canned({ scope: "team" })).body.errors.team).toEqual(["Choose the team."]);
  });

  test("it is offered in the customer's language with what is known filled in; what is missing stays open", async () => {
    await canned({
      title: "Order on its way",
      text_en: "Hello {{first_name}}, {{agent}} here: {{order}} is on its way.",
      text_sw: "Habari {{first_name}}, ni {{agent}}: {{order}} iko njiani.",
    });
    const asked = { name: "Amina Yusuf", language: "sw" };
    const { contact_id } = await fixture.wrote("canned-1", "Habari", { sender: asked });
    const found = async (id?: number) =>
      (await offered("joy", { q: "on its way", ...(id ? { contact_id: id } : {}) }))[0];
    expect(await found(contact_id)).toMatchObject({
      text: "Habari Amina, ni Joy: {{order}} iko njiani.",
      missing: ["order"],
    });
    expect((await found())?.missing).toEqual(["first_name", "order"]);
  });

  test("a text with a variable left open does not go out; it may stand in a note, and other braces mean nothing", async () => {
    const { contact_id: id } = await fixture.wrote("canned-2", "Where is my order?");
    await fixture.act("startContact", id);
    expect(await fixture.say(id, "Order {{ order }} is on its way")).toMatchObject({
      status: 406,
      body: { message: "Fill in {{order}} first." },
    });
    expect((await fixture.say(id, "In Vue one writes {{ message }}")).status).toBe(201);
    expect((await fixture.say(id, "Use {{order}}", "joy", { type: "note" })).status).toBe(201);
  });

  test("each use is counted, and what is used most comes first", async () => {
    const { id } = (await canned({ title: "Used often" })).body;
    for (let n = 0; n < 3; n++)
      expect((await fixture.ask("useCanned", { params: { id } }, n === 0 ? "kevin" : "joy")).body.files).toEqual([]);
    expect((await listed("joy")).find((one) => one.id === id)?.used).toBe(3);
    expect((await offered("joy"))[0]?.title).toBe("Used often");
  });

  test("files are kept in their order and bound once; hostile words come back as they were written", async () => {
    const [a, b] = [crypto.randomUUID(), crypto.randomUUID()];
    const title = `<script>alert("1")</script> =1+1 ${"Ł".repeat(40)}`;
    const made = (await canned({ title, text_en: "<img src=x onerror=alert(1)>", file_ids: [a, b] })).body;
    expect(made).toMatchObject({ title, text_en: "<img src=x onerror=alert(1)>" });
    expect(made.files.map(({ id }: { id: string }) => id)).toEqual([a, b]);
    const changed = { id: made.id, title, scope: "all", text_en: "x", file_ids: [b] };
    expect((await fixture.ask("saveCanned", { body: changed }, "fatuma")).body.files).toHaveLength(1);
    // Whoever uses it gets a copy of their own: the reply keeps its file for the next one.
    const used = await fixture.ask("useCanned", { params: { id: made.id } }, "joy");
    expect(used.body.files).toEqual([{ id: `copy-of-${b}`, name: `${b.slice(0, 4)}.pdf`, bytes: 10 }]);
    expect((await fixture.ask("removeCanned", { params: { id: made.id } }, "fatuma")).status).toBe(201);
  });

  test("another account's are neither seen nor changed", async () => {
    const { id } = (await canned({ title: "Savanna's" })).body;
    expect(await listed("lakeside")).toEqual([]);
    expect((await fixture.ask("removeCanned", { params: { id } }, "lakeside")).status).toBe(404);
    const body = { id, scope: "all", title: "Ours now", text_en: "x" };
    expect((await fixture.ask("saveCanned", { body }, "lakeside")).status).toBe(404);
  });

  test("every change is in the account's activities", async () => {
    const { id } = (await canned({ title: "Told of" })).body;
    await fixture.ask("removeCanned", { params: { id } }, "fatuma");
    const { rows } = await fixture.inside((trx) =>
      sql<{ action: string }>`
        select action from events.activities where customer_account = ${savanna} and subject_id = ${String(id)} order by id`.execute(
        trx,
      ),
    );
    expect(rows.map(({ action }) => action)).toEqual(["Canned reply added", "Canned reply removed"]);
  });
});

test("what one chooses for oneself is one's own; without its keys a canned reply has no shortcut to write", async () => {
  await canned({ title: "With a key", shortcut: "key" });
  expect((await fixture.ask("preferences")).body).toEqual({ inbox_keys: true, canned_keys: true, tours_seen: [] });
  const saved = await fixture.ask("savePreferences", {
    body: { canned_keys: false, tour: { id: "postchat", seen: true } },
  });
  expect(saved.body).toEqual({ inbox_keys: true, canned_keys: false, tours_seen: ["postchat"] });
  expect((await offered("joy", { q: "With a key" }))[0]?.shortcut).toBe("");
  expect((await offered("kevin", { q: "With a key" }))[0]?.shortcut).toBe("key");
  const again = await fixture.ask("savePreferences", { body: { tour: { id: "postchat", seen: false } } });
  expect(again.body).toEqual({ inbox_keys: true, canned_keys: false, tours_seen: [] });
});

describe("forms before and after the chat (Q074, statement M45)", () => {
  const form = (kind: string) => fixture.ask("chatForm", { params: { kind } }, "fatuma");
  const field = (kind: string, body: object) => fixture.ask("saveField", { params: { kind }, body }, "fatuma");
  const shownTo = async () =>
    (await fixture.ask("forms", { query: { inbox_id: await fixture.inbox() } }, "service")).body;
  const names = (given: { name: string }[]) => given.map(({ name }) => name);

  test("by default name, email and phone are asked before, and stars with a comment after", async () => {
    expect(names((await form("prechat")).body.fields)).toEqual(["name", "email", "phone"]);
    const { prechat, postchat } = await shownTo();
    expect(prechat.on).toBe(true);
    expect(prechat.questions[1]).toEqual({
      name: "email",
      label: { en: "Email address", sw: "Barua pepe" },
      kind: "email",
      required: false,
      choices: [],
    });
    expect(postchat).toEqual({
      on: true,
      comment: true,
      title: { en: "How was it?", sw: "Ilikuwaje?" },
      questions: [],
    });
  });

  test("questions are added, changed, moved, switched off and removed; their names stay", async () => {
    const choice = { kind: "choice", label_en: "Which shop?", choices: ["Nairobi", "Kisumu", "Nairobi"] };
    const made = await field("prechat", choice);
    expect(made.body.form.fields.at(-1)).toMatchObject({ name: "which_shop", choices: ["Nairobi", "Kisumu"] });
    await field("prechat", { name: "which_shop", kind: "choice", label_en: "Where?", choices: ["A", "B"], on: false });
    expect((await form("prechat")).body.fields.at(-1)).toMatchObject({
      name: "which_shop",
      label_en: "Where?",
      on: false,
    });
    expect(names((await shownTo()).prechat.questions)).not.toContain("which_shop");
    const order = ["which_shop", "name", "phone", "email"];
    const given = { params: { kind: "prechat" }, body: { names: order } };
    expect(names((await fixture.ask("rankFields", given, "fatuma")).body.form.fields)).toEqual(order);
    const gone = { params: { kind: "prechat", name: "which_shop" } };
    expect(names((await fixture.ask("removeField", gone, "fatuma")).body.form.fields)).toEqual([
      "name",
      "phone",
      "email",
    ]);
  });

  test("a choice needs two, a question needs words, and a form has an end", async () => {
    expect((await field("postchat", { kind: "choice", label_en: "Which?", choices: ["One"] })).status).toBe(422);
    expect((await field("postchat", { kind: "text" })).body.errors.label_en).toHaveLength(1);
    for (let n = 0; n < 12; n++) await field("postchat", { kind: "text", label_en: "Why?" });
    expect(await field("postchat", { kind: "text", label_en: "And?" })).toMatchObject({ status: 406 });
    const made = names((await form("postchat")).body.fields);
    expect(made.slice(0, 3)).toEqual(["why", "why_2", "why_3"]);
    expect(new Set(made).size).toBe(12);
  });

  test("two who add a question at once both have it", async () => {
    await Promise.all(["Colour", "Size"].map((label_en) => field("prechat", { kind: "text", label_en })));
    expect(names((await form("prechat")).body.fields)).toEqual(expect.arrayContaining(["colour", "size"]));
  });

  test("a form that is off asks nothing", async () => {
    for (const kind of ["prechat", "postchat"])
      await fixture.ask("saveChatForm", { params: { kind }, body: { active: false } }, "fatuma");
    const { prechat, postchat } = await shownTo();
    expect([prechat.on, prechat.questions, postchat.on, postchat.questions]).toEqual([false, [], false, []]);
    await fixture.ask("saveChatForm", { params: { kind: "prechat" }, body: { active: true } }, "fatuma");
    expect((await shownTo()).prechat.questions.length).toBeGreaterThan(2);
  });

  test("a ticked consent is kept with its time; it is a yes of the number and the address only where they are proven", async () => {
    const words = "You may write to me about offers";
    await field("prechat", { kind: "consent", label_en: words, required: true });
    const { questions } = (await shownTo()).prechat;
    expect(questions.at(-1)).toMatchObject({ name: "consent", kind: "tick", required: true });
    const sender = {
      ...{ external_id: "consent-1", name: "Amina", email: "Amina@Example.com", msisdn: "+254712000193" },
      fields: { consent: "yes" },
    };
    const body = { inbox_id: await fixture.inbox(), sender };
    const { contact } = (await fixture.ask("greet", { body }, "service")).body;
    const detail = (await fixture.ask("contact", { params: { id: contact.contact_id } })).body;
    const kept = detail.form.find(({ name }: { name: string }) => name === "consent");
    expect(kept.value).toBe(fixture.clock.now.toISOString());
    const consents = async () => {
      const { rows } = await fixture.inside((trx) =>
        sql<{ contact: string; change: string; source: string }>`
          select contact, change, source from events.consents where customer_account = ${savanna} order by contact`.execute(
          trx,
        ),
      );
      return rows;
    };
    // Anybody can type anybody's number.
    expect(await consents()).toEqual([]);
    const signed = { ...sender, external_id: "u:consent-1", verified: true };
    await fixture.ask("greet", { body: { ...body, sender: signed } }, "service");
    expect(await consents()).toEqual([
      { contact: "+254712000193", change: "in", source: `Accepted before a chat: ${words}` },
      { contact: "amina@example.com", change: "in", source: `Accepted before a chat: ${words}` },
    ]);
  });
});

describe("triggers (Q075)", () => {
  const save = (given: object, token: Token = "fatuma") =>
    fixture.ask(
      "saveTrigger",
      {
        body: {
          name: `Trigger ${++count}`,
          match: "any",
          seconds: 30,
          text_en: "Can we help?",
          active: true,
          ...given,
        },
      },
      token,
    );
  const shownTo = async () =>
    (await fixture.ask("triggers", { query: { inbox_id: await fixture.inbox() } }, "service")).body.data;

  test("active ones are shown in their order; one language stands for the other where only it is written", async () => {
    const first = (await save({ match: "contains", url: "/cart", once: true })).body;
    const second = (await save({ text_sw: "Tukusaidie?" })).body;
    await save({ active: false });
    expect(await shownTo()).toEqual([
      {
        ...{ id: String(first.id), match: "contains", url: "/cart", seconds: 30, once: true },
        text: { en: "Can we help?", sw: "Can we help?" },
      },
      {
        ...{ id: String(second.id), match: "any", url: "", seconds: 30, once: false },
        text: { en: "Can we help?", sw: "Tukusaidie?" },
      },
    ]);
    await fixture.ask("rankTriggers", { body: { ids: [second.id, first.id] } }, "fatuma");
    expect((await shownTo()).map(({ id }: { id: string }) => Number(id))).toEqual([second.id, first.id]);
  });

  test("a page needs an address, a message its words, a time its limits and a name its own", async () => {
    expect((await save({ match: "equals" })).body.errors.url).toHaveLength(1);
    expect((await save({ text_en: "" })).body.errors.text_en).toHaveLength(1);
    for (const seconds of [-1, 3_601, 1.5, "soon"]) expect((await save({ seconds })).status, `${seconds}`).toBe(422);
    await save({ name: "Welcome" });
    expect((await save({ name: "welcome" })).body.errors.name).toEqual(["There is a trigger of this name."]);
  });

  test("another account's are neither seen nor changed", async () => {
    const { id } = (await save({})).body;
    expect((await fixture.ask("chatTriggers", {}, "lakeside")).body.data).toEqual([]);
    expect((await save({ id, name: "Ours" }, "lakeside")).status).toBe(404);
    expect((await fixture.ask("removeTrigger", { params: { id } }, "lakeside")).status).toBe(404);
    expect((await fixture.ask("removeTrigger", { params: { id } }, "fatuma")).status).toBe(201);
  });
});

test("dispositions are listed with their items and how many conversations have each", async () => {
  const { data } = (await fixture.ask("dispositionSettings", {}, "fatuma")).body;
  expect(data[0]).toMatchObject({ name: "Resolved", used: 0 });
  expect(data[0].items.map(({ title }: { title: string }) => title)).toEqual(["Question answered", "Order placed"]);
});

test("agents without the permission set nothing up", async () => {
  const refused = [
    ["chatForm", { params: { kind: "prechat" } }],
    ["saveField", { params: { kind: "prechat" }, body: { kind: "text", label_en: "x" } }],
    ["chatTriggers", {}],
    ["rankTriggers", { body: { ids: [] } }],
    ["dispositionSettings", {}],
  ] as const;
  for (const [name, given] of refused) expect((await fixture.ask(name, given, "joy")).status, name).toBe(403);
  for (const name of ["forms", "triggers"] as const)
    expect((await fixture.ask(name, { query: { inbox_id: 1 } }, "owner")).status, name).toBe(403);
});

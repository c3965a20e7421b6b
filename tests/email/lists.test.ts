import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { inProcess } from "../../services/kit/client";
import { inAccount } from "../../services/kit/database";
import { serviceToken } from "../../services/kit/principal";
import { emailFixture, type Fixture, savanna, until } from "./fixtures";

let given: Fixture;
let offers: number;
let news: number;

beforeAll(async () => {
  given = await emailFixture();
  given.work();
  offers = (await createList("Offers", "Once a week")).body.id;
  news = (await createList("News")).body.id;
});
afterAll(() => given?.stop());

const createList = (name: string, description = "", token: "owner" | "other" = "owner") =>
  given.ask("createMailList", { body: { name, description } }, token);

const tokenOf = (text: string) => /unsubscribe\/([\w.-]+)/.exec(text)?.[1] ?? "";

/** Sends one mail to each of the addresses, and answers what came of it. */
async function sendTo(addresses: string[], list_id: number | null, more: object = {}) {
  const group = await given.group(addresses.map((email) => ({ email })));
  const id = await given.send({ group_ids: [group], list_id, ...more });
  const detail = await given.ended(id);
  const last = given.host.mails({ to: addresses[0] ?? "" })[0];
  return { id, detail, mail: last, params: { token: tokenOf(last?.text ?? "") } };
}

/** Whether a mailing for a list would reach an address. */
async function gets(address: string, list_id: number | null): Promise<boolean> {
  const group = await given.group([{ email: address }]);
  const { body } = await given.ask("priceMailing", { body: given.form({ group_ids: [group], list_id }) });
  return body.recipients === 1;
}

const consents = (address: string) =>
  inAccount(given.database.db, savanna, async (trx) => {
    const { rows } = await sql<{ change: string; source: string }>`
      select change, source from events.consents where contact = ${address} order by id`.execute(trx);
    return rows.map(({ change, source }) => `${change}: ${source}`);
  });

describe("lists", () => {
  test("a name is taken once, archived lists stay and take no new emails", async () => {
    expect((await createList("offers")).body.errors.name).toEqual(["Another list has this name."]);
    expect((await createList(" ")).status).toBe(422);
    const { id } = (await createList("Fairs")).body;
    await given.ask("archiveMailList", { params: { id }, body: { archived: true } });
    const group = await given.group([{ email: "fair@mail.test" }]);
    const refused = await given.ask("createMailing", { body: given.form({ group_ids: [group], list_id: id }) });
    expect(refused.body.errors.list_id).toEqual(["The list Fairs is archived. Choose another one."]);
    const { data } = (await given.ask("mailLists")).body;
    expect(data.map(({ name }: { name: string }) => name)).toEqual(["News", "Offers", "Fairs"]);
    await given.ask("archiveMailList", { params: { id }, body: { archived: false } });
    const changed = await given.ask("updateMailList", { params: { id }, body: { name: "Markets", description: "" } });
    expect(changed.body).toMatchObject({ name: "Markets", archived_at: null });
    await given.ask("archiveMailList", { params: { id }, body: { archived: true } });
  });

  test("a list of another account can't be used or changed", async () => {
    const foreign = (await createList("Theirs", "", "other")).body.id;
    const group = await given.group([{ email: "x@mail.test" }]);
    const body = given.form({ group_ids: [group], list_id: foreign });
    expect((await given.ask("priceMailing", { body })).body.errors.list_id).toEqual(["Choose one of your own lists."]);
    const change = { params: { id: foreign }, body: { name: "Ours", description: "" } };
    expect((await given.ask("updateMailList", change)).status).toBe(404);
    const added = await given.ask("addSuppressions", { body: { addresses: "x@mail.test", list_id: foreign } });
    expect(added.body.errors.list_id).toEqual(["Choose one of your own lists."]);
  });
});

describe("a reader's choice", () => {
  test("the link of a list's email ends that list, and neither the others nor what is for all", async () => {
    const address = "asha@mail.test";
    const { mail, params, id } = await sendTo([address], offers);
    expect(mail?.html).toContain("Unsubscribe from Offers");
    expect(mail?.headers["list-unsubscribe-post"]).toBe("List-Unsubscribe=One-Click");
    expect((await given.ask("unsubscribeInfo", { params }, "guest")).body).toMatchObject({
      ...{ address, sender: "Savanna Traders", list: "Offers", unsubscribed: false, stopped: false },
      lists: [
        { name: "News", gets: true },
        { name: "Offers", description: "Once a week", gets: true },
      ],
    });
    const left = await given.ask("unsubscribe", { params }, "guest");
    expect(left.body).toMatchObject({ unsubscribed: true, stopped: false });
    await given.ask("unsubscribe", { params }, "guest");
    expect(await gets(address, offers)).toBe(false);
    expect([await gets(address, news), await gets(address, null)]).toEqual([true, true]);
    await given.ended(await given.send({ kind: "single", addresses: address, subject: "Your order" }));
    expect(given.host.mails({ to: address, text: "Your order" })).toHaveLength(1);
    expect((await given.ask("mailing", { params: { id } })).body).toMatchObject({ unsubscribes: 1, list: "Offers" });
    expect(await consents(address)).toEqual(["out: Clicked Unsubscribe in an email (only the list Offers)"]);
    const { body } = await given.ask("suppressions", { query: { list: offers } });
    expect(body.data).toMatchObject([{ address, list: "Offers", source: "unsubscribe" }]);
    expect((await given.ask("suppressions", { query: { list: 0, q: "asha@" } })).body.total).toBe(0);
  });

  test("who leaves the list of a half-sent email is not sent the rest of it", async () => {
    const { params } = await sendTo(["second@mail.test"], offers);
    const group = await given.group([{ email: "first@mail.test" }, { email: "second@mail.test" }]);
    const made = await given.ask("createMailing", { body: given.form({ group_ids: [group], list_id: offers }) });
    const { id } = made.body;
    await given.ask("sampleMailing", { params: { id }, body: { recipients: 1 } });
    await until(
      "the first is sent",
      async () => (await given.ask("mailing", { params: { id } })).body.status === "paused",
    );
    await given.ask("unsubscribe", { params }, "guest");
    await given.ask("resumeMailing", { params: { id } });
    expect(await given.ended(id)).toMatchObject({ sent: 1, suppressed: 1 });
    expect(given.host.mails({ to: "second@mail.test" })).toHaveLength(1);
  });

  test("a reader chooses lists, stops all, and comes back by choosing again", async () => {
    const address = "otieno@mail.test";
    const { params } = await sendTo([address], offers);
    const choose = (list_ids: number[]) => given.ask("setPreferences", { params, body: { list_ids } }, "guest");
    expect((await choose([news])).body).toMatchObject({ unsubscribed: true, stopped: false });
    expect([await gets(address, news), await gets(address, offers)]).toEqual([true, false]);
    expect((await choose([])).body).toMatchObject({ stopped: true, may_return: true });
    expect([await gets(address, news), await gets(address, null)]).toEqual([false, false]);
    expect((await choose([offers, 999_999])).body).toMatchObject({ stopped: false });
    expect([await gets(address, news), await gets(address, offers)]).toEqual([false, true]);
    expect(await consents(address)).toEqual([
      "out: Clicked Unsubscribe in an email (only the list Offers)",
      "out: Clicked Unsubscribe in an email",
      "in: Chose it on the page behind an email's link",
      "out: Clicked Unsubscribe in an email (only the list News)",
      "in: Chose it on the page behind an email's link (only the list Offers)",
    ]);
  });

  test("who complained, or was taken off by staff, does not come back by the page", async () => {
    const { params } = await sendTo(["kept@mail.test"], offers);
    await given.ask("addSuppressions", { body: { addresses: "kept@mail.test" } });
    const answer = await given.ask("setPreferences", { params, body: { list_ids: [news] } }, "guest");
    expect(answer.status).toBe(409);
    expect((await given.ask("unsubscribeInfo", { params }, "guest")).body).toMatchObject({
      ...{ stopped: true, may_return: false },
    });
    expect(await gets("kept@mail.test", news)).toBe(false);
    const wrong = { token: `${params.token}0` };
    expect((await given.ask("setPreferences", { params: wrong, body: { list_ids: [] } }, "guest")).status).toBe(404);
  });
});

test("the record of consent says in words that staff entered or imported an address without a reason", async () => {
  await given.ask("addSuppressions", { body: { addresses: "entered@mail.test" } });
  expect(await consents("entered@mail.test")).toEqual(["out: Entered by staff"]);
  await given.ask("addSuppressions", { body: { addresses: "filed@mail.test", list_id: news, source: "import" } });
  expect(await consents("filed@mail.test")).toEqual(["out: Imported by staff (only the list News)"]);
});

test("staff import addresses for one list beside all emails, and a person's archive says which", async () => {
  const addresses = "one@mail.test\ntwo@mail.test";
  const add = (list_id: number | null) =>
    given.ask("addSuppressions", { body: { addresses, list_id, source: "import" } });
  expect((await add(news)).body).toMatchObject({ added: 2, already: 0 });
  expect((await add(news)).body).toMatchObject({ added: 0, already: 2 });
  expect((await add(null)).body).toMatchObject({ added: 2, already: 0 });
  const listed = (await given.ask("suppressions", { query: { q: "one@", sort: "address" } })).body.data;
  expect(listed.map(({ list }: { list: string }) => list).sort()).toEqual(["", "News"]);
  for (const { id, list } of listed) if (list === "") await given.ask("removeSuppression", { params: { id } });
  expect([await gets("one@mail.test", news), await gets("one@mail.test", offers)]).toEqual([false, true]);

  const token = serviceToken(given.deps.secret, savanna);
  const client = inProcess(given.served, { requestId: "t", address: "", token });
  const archive = await client.personData({ body: { msisdn: null, email: "one@mail.test" } });
  expect(archive.body).toMatchObject({ sections: [{ kind: "Suppressed address", rows: [{ list: "News" }] }] });
});

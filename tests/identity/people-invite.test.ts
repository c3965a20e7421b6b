import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { readToken } from "../../services/identity/tokens";
import { asOwner, asOwnerOf, freshDatabase, type TestDatabase } from "../setup/database";
import { addAccount, peopleOf } from "./people.fixtures";

let database: TestDatabase;
let people: ReturnType<typeof peopleOf>;
let made: Awaited<ReturnType<typeof addAccount>>;
let account: string;
let next = 700_000;

beforeAll(async () => {
  database = await freshDatabase();
  people = peopleOf(database);
});
afterAll(() => database.drop());

beforeEach(async () => {
  account = String(next++);
  made = await addAccount(database, account, [
    { name: "Wanjiru", role: "Owner" },
    { name: "Kevin", role: "Agent", permissions: ["Create user"] },
  ]);
});

const as = (name: string) => people.ask(made[name]?.token ?? "");

async function roleId(name: string): Promise<number> {
  const answer = await as("Wanjiru").roles({ params: { account }, query: { q: name } });
  return answer.status === 200 ? (answer.body.data.find((role) => role.name === name)?.id ?? 0) : 0;
}

/** The queued mails to an address, oldest first. */
async function mailsTo(to: string): Promise<{ subject: string; text: string }[]> {
  const { rows } = await asOwner(database.url, "select payload from graphile_worker._private_jobs j order by j.id");
  return rows.map(({ payload }) => payload).filter((payload) => payload.to === to);
}

const linkIn = (text = "") => /\/auth\/password\/([\w-]+)/.exec(text)?.[1] ?? "";
const form = async (email: string, role = "Agent") => ({ name: "Amina Noor", email, role_id: await roleId(role) });

describe("inviting someone", () => {
  test("adds them with what was said and mails a link that is good for them once", async () => {
    const email = `amina@${account}.test`;
    const answer = await as("Wanjiru").inviteMember({ body: { ...(await form(email)), phone: "0722 000 009" } });
    expect(answer).toMatchObject({
      status: 201,
      body: {
        name: "Amina Noor",
        email,
        phone: "0722 000 009",
        role: "Agent",
        state: "invited",
        invited_by: "Wanjiru",
      },
    });
    const [mail] = await mailsTo(email);
    expect(mail?.subject).toBe(`Wanjiru invites you to Account ${account}`);
    const token = await readToken(database.db, linkIn(mail?.text), ["invitation"]);
    expect(token).toMatchObject({ account, user: answer.status === 201 ? answer.body.id : 0 });
  });

  test("what whoever invites wrote into names goes out in our name only when it is plain", async () => {
    const slogan = "Win KES 90000 at http://evil.example now";
    const set = (name: string, company: string) =>
      asOwnerOf(
        database.url,
        account,
        `with u as (update identity.users set name = '${name}' where name in ('Wanjiru', '${slogan}') returning 1)
         update identity.accounts set name = '${company}'`,
      );
    await set(slogan, slogan);
    const email = `plain@${account}.test`;
    const body = { ...(await form(email)), name: slogan };
    expect((await as("Wanjiru").inviteMember({ body })).status).toBe(201);
    await set("Wanjiru", "M&M Traders (2020) Ltd");
    const own = `own@${account}.test`;
    expect((await as("Wanjiru").inviteMember({ body: await form(own) })).status).toBe(201);
    await set("Wanjiru", `Account ${account}`);
    const [mail] = await mailsTo(email);
    expect(JSON.stringify(mail)).not.toMatch(/evil|Win KES|90000/);
    expect(mail?.subject).toBe("Someone invites you to a company's Jibu account");
    expect(linkIn(mail?.text)).not.toBe("");
    expect((await mailsTo(own))[0]?.subject).toBe("Wanjiru invites you to M&M Traders (2020) Ltd");
  });

  test("an address that signs in elsewhere is told alike, and its owner gets an email without a link", async () => {
    const other = String(next++);
    const elsewhere = await addAccount(database, other, [{ name: "Achieng", role: "Owner" }]);
    const [known, unknown] = [elsewhere.Achieng?.email ?? "", `achieng@nowhere-${account}.test`];
    const first = await as("Wanjiru").inviteMember({ body: await form(known) });
    const second = await as("Wanjiru").inviteMember({ body: await form(unknown) });
    const alike = (body: object, email: string) =>
      JSON.stringify({ ...body, id: 0, uuid: "", created_at: "", invited_at: "" }).replaceAll(email, "address");
    expect(first.status).toBe(201);
    expect(alike(first.body, known)).toBe(alike(second.body, unknown));
    expect(linkIn((await mailsTo(known))[0]?.text)).toBe("");
    expect(linkIn((await mailsTo(unknown))[0]?.text)).not.toBe("");
    const there = await people
      .ask(elsewhere.Achieng?.token ?? "")
      .members({ params: { account: other, group: "all" } });
    expect(there.body).toMatchObject({ total: 1 });
  });

  test("a second mail makes the first one's link worthless, and not twice in a minute", async () => {
    const email = `amina@${account}.test`;
    const invited = await as("Wanjiru").inviteMember({ body: await form(email) });
    const id = invited.status === 201 ? invited.body.id : 0;
    expect((await as("Wanjiru").inviteAgain({ params: { id } })).status).toBe(429);
    await asOwner(
      database.url,
      `select set_config('app.account', '${account}', false);
       update identity.users set invited_at = now() - interval '2 minutes' where customer_account = '${account}' and id = ${id}`,
    );
    expect((await as("Wanjiru").inviteAgain({ params: { id } })).status).toBe(201);
    const [first, second] = await mailsTo(email);
    expect(await readToken(database.db, linkIn(first?.text), ["invitation"])).toBeUndefined();
    expect(await readToken(database.db, linkIn(second?.text), ["invitation"])).toMatchObject({ user: id });
    expect((await as("Wanjiru").inviteAgain({ params: { id: made.Kevin?.id ?? 0 } })).status).toBe(409);
  });

  test("someone removed before they came is no one's any more: the link is dead", async () => {
    const email = `amina@${account}.test`;
    const invited = await as("Wanjiru").inviteMember({ body: await form(email) });
    const id = invited.status === 201 ? invited.body.id : 0;
    expect((await as("Wanjiru").removeMember({ params: { id } })).status).toBe(201);
    expect(await readToken(database.db, linkIn((await mailsTo(email))[0]?.text), ["invitation"])).toBeUndefined();
  });

  test.each([
    ["no name", { name: " " }, "name"],
    ["no address", { email: "amina" }, "email"],
    ["an address with a line break", { email: "amina@x.test\r\nbcc: all@x.test" }, "email"],
    ["a role of no one", { role_id: 999_999 }, "role_id"],
    ["a team of no one", { user_group: 5 }, "user_group"],
    ["a field of another kind", { customer_account: "100001" }, "customer_account"],
  ])("%s is told at its field", async (_, wrong, field) => {
    const body = { ...(await form(`amina@${account}.test`)), ...wrong };
    const answer = await as("Wanjiru").inviteMember({ body });
    expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: [expect.any(String)] } } });
    expect(await mailsTo(`amina@${account}.test`)).toEqual([]);
  });

  test("an address of one's own account is named, and no one invites to more than they hold", async () => {
    const own = await as("Wanjiru").inviteMember({ body: await form(made.Kevin?.email.toUpperCase() ?? "") });
    expect(own).toMatchObject({ status: 422, body: { errors: { email: [expect.stringContaining("Kevin")] } } });
    const email = `amina@${account}.test`;
    for (const role of ["Owner", "Super Admin", "Supervisor"])
      expect((await as("Kevin").inviteMember({ body: await form(email, role) })).status, role).toBe(403);
    expect((await as("Kevin").inviteMember({ body: await form(email, "Agent") })).status).toBe(201);
  });
});

import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { delegatedPermissions, delegatedProducts, neverDelegated } from "../../rules/delegation";
import { tokenHash } from "../../services/identity/sessions";
import { addSession } from "../../services/identity/store";
import { inAccount } from "../../services/kit/database";
import { type ResellerFixture, reseller, resellerFixture, rival } from "./fixture";

let fixture: ResellerFixture;
beforeAll(async () => {
  fixture = await resellerFixture();
});
afterAll(() => fixture.close());

const detailsOf = async (token: string) => {
  const answer = await fixture.as(token).identity.details();
  return answer.status === 200 ? answer.body.user : answer.status;
};

/** As if that much time had gone by for this token. */
async function elapse(token: string, seconds: number): Promise<void> {
  await sql`update identity.delegations set expires_at = expires_at - make_interval(secs => ${seconds})
    where token_hash = ${tokenHash(token)}`.execute(fixture.database.db);
}

const endsOf = async (account: string) =>
  (await fixture.activities(account)).filter(({ action }) => action.endsWith("ended"));

describe("what may be done in a child account", () => {
  test("the permissions of an administrator are all but those that are never delegated", () => {
    const all = delegatedPermissions({ roles: [{ name: "Owner" }], permissions: [] });
    expect(all).toContain("Send bulk message");
    for (const name of neverDelegated) expect(all).not.toContain(name);
  });

  test("everybody else has their own, less the same", () => {
    const permissions = ["Send bulk message", "Create user", "Create child account"];
    expect(delegatedPermissions({ roles: [{ name: "Clerk" }], permissions })).toEqual(["Send bulk message"]);
  });

  test("products are those of both accounts, under each of their names, and never Reseller", () => {
    expect(delegatedProducts(["SMS", "Reseller", "Chats"], ["BULK", "Reseller", "Ticketing"])).toEqual(["SMS", "BULK"]);
    expect(delegatedProducts([], ["SMS"])).toEqual([]);
  });

  test("the token makes a person of the child account: its name, money and products, without a role", async () => {
    const child = await fixture.open({ products: ["SMS", "Chats"] });
    const user = await detailsOf(await fixture.delegation(child));
    expect(user).toMatchObject({
      id: `delegate.${reseller}.${fixture.people[reseller]?.Wanjiru?.id}`,
      name: "Wanjiru (for Account 100001)",
      ...{ customer_account: child, account_name: "Savanna Nakuru", billing_customer_id: `b-${child}` },
      ...{ roles: [], platform: false },
      delegation: { parent_account: reseller, parent_name: "Account 100001" },
    });
    const products = (user as { products: { name: string }[] }).products.map(({ name }) => name);
    expect(products).toEqual(["SMS", "Chats", "BULK"]);
    expect((await detailsOf(`${reseller} Wanjiru`)) as object).toMatchObject({ delegation: null });
  });

  test("what a person needs no permission for at home is closed: password, second factor, sessions, notices", async () => {
    const { identity } = fixture.as(await fixture.delegation(await fixture.open()));
    const answers = await Promise.all([
      identity.profile(),
      identity.changePassword({ body: { current_password: "a", password: "b" } as never }),
      identity.sessions(),
      identity.endSessions(),
      identity.beginFactor({ body: {} as never }),
      identity.signout(),
      identity.notices({}),
      identity.personRequests({}),
      identity.requestPerson({ body: { kind: "erasure", contact: "0722000001", confirm: "0722000001" } }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 403));
  });

  test("a delegated person changes nobody, delegates no further, and opens no account below", async () => {
    const child = await fixture.open({ products: ["SMS", "Reseller"] });
    const owner = await fixture.joined(child);
    const form = { name: "Grandchild", owner_name: "Ann", part_price: 9_500, products: ["SMS" as const] };
    const opened = await owner.identity.createChild({
      body: { ...form, owner_email: `${randomUUID()}@grand.test`, key: randomUUID() },
    });
    const grandchild = (opened.body as { number: string }).number;
    const delegate = fixture.as(await fixture.delegation(child));
    for (const account of [child, grandchild, await fixture.open()])
      expect((await delegate.identity.startDelegation({ params: { child: account } })).status).toBe(403);
    expect((await delegate.identity.children({})).status).toBe(403);
    expect((await delegate.identity.child({ params: { child: grandchild } })).status).toBe(403);
    expect(
      (await delegate.identity.createChild({ body: { ...form, owner_email: "x@y.test", key: randomUUID() } })).status,
    ).toBe(403);
    expect(
      (await delegate.identity.inviteMember({ body: { name: "Eve", email: "eve@x.test", role_id: 1 } })).status,
    ).toBe(403);
    // Neither does the reseller reach what is below its child.
    expect((await fixture.owner().identity.startDelegation({ params: { child: grandchild } })).status).toBe(404);
  });

  test("only a child of one's own is begun with, and only by who may look after children", async () => {
    const child = await fixture.open();
    for (const account of [rival, child, "987654", reseller])
      expect((await fixture.owner(rival).identity.startDelegation({ params: { child: account } })).status).toBe(404);
    const clerk = fixture.as(`${reseller} Kevin`);
    expect((await clerk.identity.startDelegation({ params: { child } })).status).toBe(403);
  });

  test("a suspended child can be looked at, and nothing is changed in it", async () => {
    const child = await fixture.open();
    await fixture.owner().identity.suspendChild({ params: { child }, body: { reason: "Unpaid" } });
    const { messaging } = fixture.as(await fixture.delegation(child));
    expect((await messaging.blasts({})).status).toBe(200);
    expect(await messaging.createGroup({ body: { name: "New", type: "sms" } })).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining("suspended: Unpaid") },
    });
  });

  test("what is done is in the activities of both: the child's in its words, the parent's without its data", async () => {
    const child = await fixture.open();
    const token = await fixture.delegation(child);
    const { messaging } = fixture.as(token);
    const made = await messaging.addToBlacklist({ body: { phones: "0722000777", reason: "Asked us" } });
    expect(made.status).toBe(201);
    const theirs = (await fixture.activities(child)).at(-1);
    expect(theirs).toMatchObject({ by: "Wanjiru (for Account 100001)" });
    expect((await fixture.activities(reseller)).at(-1)).toEqual({
      action: theirs?.action,
      by: "Wanjiru",
      description: `Done in Savanna Nakuru (${child}).`,
    });
    await fixture.as(token).identity.stopDelegation();
    expect((await fixture.activities(child)).filter(({ action }) => action.startsWith("Work"))).toMatchObject([
      {
        action: "Work for this account began",
        description: expect.stringMatching(/^Wanjiru of Account 100001, until/),
      },
      { action: "Work for this account ended", description: "They stopped." },
    ]);
    const inParent = (await fixture.activities(reseller)).filter(({ description }) => description.includes(child));
    expect(inParent.filter(({ action }) => action.startsWith("Work"))).toMatchObject([
      { action: "Work in a child account began", by: "Wanjiru" },
      { action: "Work in a child account ended", description: `Savanna Nakuru (${child}): they stopped.` },
    ]);
  });
});

describe("how it ends", () => {
  test("by stopping: the token is worth nothing, one's own session goes on, and stopping twice is once", async () => {
    const child = await fixture.open();
    const token = await fixture.delegation(child);
    expect((await fixture.as(token).identity.stopDelegation()).status).toBe(200);
    expect(await detailsOf(token)).toBe(401);
    expect((await fixture.as(token).identity.stopDelegation()).status).toBe(401);
    expect(await endsOf(child)).toHaveLength(1);
    expect((await fixture.owner().identity.children({})).status).toBe(200);
  });

  test("by the clock: after an hour, and its end is written by the job when nobody comes back", async () => {
    const [child, other] = [await fixture.open(), await fixture.open()];
    const token = await fixture.delegation(child);
    await elapse(token, 3_590);
    expect(await detailsOf(token)).toMatchObject({ customer_account: child });
    await elapse(token, 20);
    const hash = tokenHash(token).toString("hex");
    for (let times = 0; times < 2; times++) await fixture.tasks["identity.delegation-end"]?.({ hash });
    expect(await detailsOf(token)).toBe(401);
    expect((await endsOf(child)).map(({ description }) => description)).toEqual(["The hour was over."]);

    const asked = await fixture.delegation(other);
    await elapse(asked, 3_700);
    expect(await detailsOf(asked)).toBe(401);
    expect((await endsOf(other)).map(({ description }) => description)).toEqual(["The hour was over."]);
  });

  test("when another child is chosen, and with the session", async () => {
    const [first, second] = [await fixture.open(), await fixture.open()];
    const token = await fixture.delegation(first);
    const next = await fixture.delegation(second);
    expect(await detailsOf(token)).toBe(401);
    expect(await detailsOf(next)).toMatchObject({ customer_account: second });
    expect((await endsOf(first)).map(({ description }) => description)).toEqual([
      "They began to work in another account.",
    ]);

    const session = `another ${randomUUID()}`;
    await addSession(fixture.database.db, {
      ...{ token_hash: tokenHash(session), customer_account: reseller, address: "" },
      ...{ user_id: fixture.people[reseller]?.Wanjiru?.id ?? 0, expires_at: new Date(Date.now() + 3_600_000) },
    });
    const begun = await fixture.as(session).identity.startDelegation({ params: { child: first } });
    const beside = (begun.body as { access_token: string }).access_token;
    // Each session has its own.
    expect(await detailsOf(next)).toMatchObject({ customer_account: second });
    await fixture.as(session).identity.signout();
    expect(await detailsOf(beside)).toBe(401);
    expect((await endsOf(first)).at(-1)?.description).toBe("They signed out.");
  });

  /** Whatever is taken away, the next question is refused, and giving it back does not bring the token back. */
  async function endsWith(take: (child: string) => Promise<unknown>, give: (child: string) => Promise<unknown>) {
    const child = await fixture.open();
    const token = await fixture.delegation(child);
    expect(await detailsOf(token)).toMatchObject({ customer_account: child });
    await take(child);
    const before = Date.now();
    expect(await detailsOf(token)).toBe(401);
    expect((await fixture.as(token).messaging.blasts({})).status).toBe(401);
    expect(Date.now() - before).toBeLessThan(1_000);
    await give(child);
    expect(await detailsOf(token)).toBe(401);
    expect((await endsOf(child)).map(({ description }) => description)).toEqual(["It was no longer allowed."]);
  }

  test("at once when the parent is suspended", async () => {
    const params = { account: reseller };
    const { identity: platform } = fixture.admin();
    await endsWith(
      () => platform.suspendAccount({ params, body: { reason: "Fraud" } }),
      () => platform.resumeAccount({ params, body: { reason: "A mistake" } }),
    );
  });

  test("at once when the account is its child no more", async () => {
    const parentOf = (child: string, parent: string | null) =>
      inAccount(fixture.database.db, child, (trx) =>
        trx
          .updateTable("identity.accounts")
          .set({ parent_account: parent })
          .where("customer_account", "=", child)
          .execute(),
      );
    await endsWith(
      (child) => parentOf(child, null),
      (child) => parentOf(child, reseller),
    );
    let row: object = {};
    await endsWith(
      (child) =>
        inAccount(fixture.database.db, reseller, async (trx) => {
          const [gone] = await trx
            .deleteFrom("identity.children")
            .where("customer_account", "=", reseller)
            .where("child_account", "=", child)
            .returningAll()
            .execute();
          const { id: _, ...rest } = gone as { id: number };
          row = rest;
        }),
      () =>
        inAccount(fixture.database.db, reseller, (trx) =>
          trx
            .insertInto("identity.children")
            .values(row as never)
            .execute(),
        ),
    );
  });

  test("at once when the person may not look after children any more, or the account has not the product", async () => {
    const ofAccount = (change: ReturnType<typeof sql>) =>
      inAccount(fixture.database.db, reseller, (trx) => change.execute(trx));
    const user = fixture.people[reseller]?.Wanjiru?.id ?? 0;
    const role = sql`(select id from identity.roles where customer_account = ${reseller} and name = 'Clerk')`;
    const owner = sql`(select id from identity.roles where customer_account = ${reseller} and name = 'Owner')`;
    const roleOf = (to: typeof role) =>
      ofAccount(sql`update identity.users set role_id = ${to} where customer_account = ${reseller} and id = ${user}`);
    await endsWith(
      () => roleOf(role),
      () => roleOf(owner),
    );
    const set = (change: ReturnType<typeof sql>) =>
      ofAccount(sql`update identity.accounts set ${change} where customer_account = ${reseller}`);
    await endsWith(
      () => set(sql`products = array_remove(products, 'Reseller')`),
      () => set(sql`products = products || array['Reseller']`),
    );
    const active = (to: boolean) =>
      ofAccount(sql`update identity.users set active = ${to} where customer_account = ${reseller} and id = ${user}`);
    await endsWith(
      () => active(false),
      () => active(true),
    );
  });
});

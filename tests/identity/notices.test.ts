import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { NoticeKind } from "../../rules/notices";
import { identityService, introspectIn } from "../../services/identity/service";
import { inProcess } from "../../services/kit/client";
import { inAccount } from "../../services/kit/database";
import { publishNotices } from "../../services/kit/notices";
import { serviceToken } from "../../services/kit/principal";
import { asOwner, asOwnerOf, freshDatabase, type TestDatabase } from "../setup/database";
import { noticesOf } from "../setup/notices";
import { caller, surroundings } from "../setup/people";
import { addAccount } from "./people.fixtures";

let database: TestDatabase;
let made: Awaited<ReturnType<typeof addAccount>>;
let account: string;
let next = 810_000;
const serveOptions = surroundings({});

beforeAll(async () => {
  database = await freshDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  account = String(next++);
  made = await addAccount(database, account, [
    { name: "Wanjiru", role: "Owner" },
    { name: "Kevin", permissions: ["View chat inbox", "View my tickets", "View bulk message", "Create user"] },
    { name: "Books", permissions: ["Can view all billing information"] },
  ]);
});

const ask = (token: string) =>
  inProcess(
    identityService(database, "jibu-web", { ...serveOptions, introspect: introspectIn(database) }),
    caller(token),
  );
const as = (name: string) => ask(made[name]?.token ?? "");
const idOf = (name: string) => String(made[name]?.id);
let keys = 0;
const publish = (name: string, kind: NoticeKind, subject = 7) =>
  inAccount(database.db, account, (trx) =>
    publishNotices(trx, account, [{ users: [idOf(name)], kind, subject, words: `About ${kind}`, key: `k${++keys}` }]),
  );
async function list(name: string, query: object = {}): Promise<{ id: number; kind: string; href: string }[]> {
  const answer = await as(name).notices({ query });
  if (answer.status !== 200) throw new Error(answer.body.message);
  return answer.body.data;
}
const kinds = async (name: string, query: object = {}) => (await list(name, query)).map(({ kind }) => kind);
const unread = async (name: string) => {
  const answer = await as(name).unreadNotices({});
  return answer.status === 200 ? answer.body.unread : undefined;
};

describe("one's own notices", () => {
  test("of every module, newest first, by module and unread", async () => {
    for (const kind of ["assigned", "conversation assigned", "blast ended"] as const) await publish("Kevin", kind);
    expect(await kinds("Kevin")).toEqual(["blast ended", "conversation assigned", "assigned"]);
    expect(await kinds("Kevin", { module: "chat" })).toEqual(["conversation assigned"]);
    expect((await as("Kevin").readNotices({ body: { all: true, module: "chat" } })).status).toBe(201);
    expect(await unread("Kevin")).toBe(2);
    expect(await kinds("Kevin", { unread: "1" })).toEqual(["blast ended", "assigned"]);
    await as("Kevin").readNotices({ body: { all: true } });
    expect(await unread("Kevin")).toBe(0);
    expect(await kinds("Kevin")).toHaveLength(3);
  });

  test("following one marks it read and leads to what it is about; another's is not there", async () => {
    await publish("Kevin", "conversation assigned", 12);
    const [notice] = await list("Kevin");
    const params = { id: notice?.id ?? 0 };
    expect((await as("Wanjiru").followNotice({ params })).status).toBe(404);
    expect(await unread("Kevin")).toBe(1);
    expect(await as("Kevin").followNotice({ params })).toMatchObject({
      status: 201,
      body: { href: "/chat/inbox?chat=12" },
    });
    expect(await unread("Kevin")).toBe(0);
  });

  test("a colleague neither lists nor reads them, nor does another account", async () => {
    await publish("Kevin", "blast ended");
    const [notice] = await list("Kevin");
    expect(await list("Wanjiru")).toEqual([]);
    await as("Wanjiru").readNotices({ body: { ids: [notice?.id ?? 0] } });
    await as("Wanjiru").readNotices({ body: { all: true } });
    const own = account;
    account = String(next++);
    const other = await addAccount(database, account, [{ name: "Achieng", role: "Owner" }]);
    await ask(other.Achieng?.token ?? "").readNotices({ body: { ids: [notice?.id ?? 0], all: true } });
    account = own;
    expect(await unread("Kevin")).toBe(1);
  });

  test("what one may not see any more is gone at once, and back with the permission", async () => {
    await publish("Kevin", "blast ended");
    const set = (permissions: string) =>
      asOwnerOf(database.url, account, `update identity.users set permissions = '${permissions}' where name = 'Kevin'`);
    await set("{View chat inbox}");
    expect([await kinds("Kevin"), await unread("Kevin")]).toEqual([[], 0]);
    expect((await as("Kevin").followNotice({ params: { id: 1 } })).status).toBe(404);
    await set("{View chat inbox,View bulk message}");
    expect(await unread("Kevin")).toBe(1);
    await asOwnerOf(database.url, account, "update identity.users set modules_off = '{SMS}' where name = 'Kevin'");
    expect(await unread("Kevin")).toBe(0);
  });

  test("a service has none", async () => {
    await publish("Kevin", "blast ended");
    const service = ask(serviceToken(serveOptions.serviceSecret, account));
    expect(await service.notices({})).toMatchObject({ status: 200, body: { data: [] } });
  });
});

describe("preferences", () => {
  const chosen = async (name: string) => {
    const answer = await as(name).noticePreferences({});
    return answer.status === 200 ? answer.body.data : [];
  };

  test("are offered for what one may see, and hold for what comes then", async () => {
    const offered = (await chosen("Books")).map(({ kind }) => kind);
    expect(offered).toEqual(["payment received", "balance low", "issue answered", "issue resolved"]);
    const data = [{ kind: "blast ended", in_app: false, email: true } as const];
    await as("Kevin").saveNoticePreferences({ body: { data } });
    await publish("Kevin", "blast ended");
    expect(await unread("Kevin")).toBe(0);
    expect(await chosen("Kevin")).toContainEqual(data[0]);
  });

  test("of what one may not see are left as they are", async () => {
    const data = [{ kind: "balance low", in_app: false, email: false } as const];
    expect((await as("Kevin").saveNoticePreferences({ body: { data } })).status).toBe(201);
    const rows = await asOwnerOf(database.url, account, "select 1 from events.notice_preferences");
    expect(rows).toEqual([]);
  });
});

test("who is asked about: people who can sign in, and the audience of a kind", async () => {
  await asOwnerOf(database.url, account, "update identity.users set active = false where name = 'Kevin'");
  const service = ask(serviceToken(serveOptions.serviceSecret, account));
  const ids = ["Wanjiru", "Kevin", "Books"].map(idOf);
  const named = await service.noticePeople({ body: { ids } });
  const audience = await service.noticePeople({ body: { audience: "balance low" } });
  const seen = [named, audience].map((answer) => (answer.status === 200 ? answer.body.data.map(({ id }) => id) : []));
  expect(seen).toEqual([
    [idOf("Wanjiru"), idOf("Books")],
    [idOf("Wanjiru"), idOf("Books")],
  ]);
  expect((await as("Wanjiru").noticePeople({ body: { ids } })).status).toBe(403);
});

test("what a person may do is told to services, until they cannot sign in or the account is suspended", async () => {
  const service = ask(serviceToken(serveOptions.serviceSecret, account));
  const access = (name: string) => service.personAccess({ params: { id: idOf(name) } });
  expect(await access("Wanjiru")).toMatchObject({ status: 200, body: { roles: [{ name: "Owner" }] } });
  expect((await as("Wanjiru").personAccess({ params: { id: idOf("Wanjiru") } })).status).toBe(403);
  await asOwnerOf(database.url, account, "update identity.users set active = false where name = 'Kevin'");
  expect((await access("Kevin")).status).toBe(404);
  expect((await service.personAccess({ params: { id: "no one" } })).status).toBe(404);
  await asOwnerOf(
    database.url,
    account,
    `update identity.accounts set suspended_at = now() where customer_account = '${account}'`,
  );
  expect((await access("Wanjiru")).status).toBe(404);
});

test("who invited somebody last hears that the invitation was accepted", async () => {
  const roles = await as("Wanjiru").roles({ params: { account }, query: { q: "Agent" } });
  const role_id = roles.status === 200 ? (roles.body.data.find(({ name }) => name === "Agent")?.id ?? 0) : 0;
  const email = `amina@${account}.test`;
  const invited = await as("Wanjiru").inviteMember({ body: { name: "Amina Noor", email, phone: "", role_id } });
  expect(invited.status).toBe(201);
  const id = invited.status === 201 ? invited.body.id : 0;
  await asOwnerOf(
    database.url,
    account,
    `update identity.users set invited_at = now() - interval '1 hour' where id = ${id}`,
  );
  const token = async () => {
    const { rows } = await asOwner(database.url, "select payload from graphile_worker._private_jobs order by id desc");
    const mail = rows.map(({ payload }) => payload).find(({ to }) => to === email);
    return /\/auth\/password\/([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
  };
  expect((await as("Wanjiru").inviteAgain({ params: { id } })).status).toBe(201);
  expect(await noticesOf(database.url, account)).toEqual([]);
  const accepted = await ask("").setPassword({ body: { token: await token(), password: "Tembo mrefu 4471 barabara" } });
  expect(accepted.status).toBe(200);
  expect(await list("Wanjiru")).toMatchObject([
    {
      kind: "invitation accepted",
      words: "Amina Noor accepted your invitation.",
      href: `/settings/users/${id}/details`,
    },
  ]);
  expect(await noticesOf(database.url, account)).toHaveLength(1);
});

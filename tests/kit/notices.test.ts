import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { inAccount } from "../../services/kit/database";
import { since } from "../../services/kit/events";
import {
  kindsFor,
  noticePage,
  noticePreferences,
  pruneNotices,
  saveNoticePreferences,
  unreadNotices,
} from "../../services/kit/notice-store";
import { noticeTasks } from "../../services/kit/notice-tasks";
import { maxNoticesAtOnce, type NewNotice, publishNotices, publishToAudience } from "../../services/kit/notices";
import type { Person } from "../../services/kit/principal";
import { asOwner, asOwnerOf, freshDatabase, type TestDatabase } from "../setup/database";
import { mailsTo, noticePeopleFrom, noticesOf, workNotices } from "../setup/notices";
import { person } from "../setup/people";

const account = "100001";
const products = ["SMS", "Chats", "Ticketing"] as const;
const owner = person({ products: [...products] });
const joy = person({
  id: "2",
  name: "Joy",
  email: "joy@savanna.test",
  roles: [{ name: "Agent" }],
  permissions: ["View chat inbox", "View my tickets"],
  products: [...products],
});
const clerk = person({
  id: "3",
  name: "Clerk",
  email: "clerk@savanna.test",
  roles: [{ name: "Agent" }],
  permissions: ["Can view all billing information"],
  products: [...products],
});
const elsewhere: Person = { ...joy, customer_account: "200002", email: "joy@lakeside.test" };
let people = [owner, joy, clerk, elsewhere];

let database: TestDatabase;
beforeEach(async () => {
  database = await freshDatabase();
  people = [owner, joy, clerk, elsewhere];
});
afterEach(() => database.drop());

const inside = <T>(work: Parameters<typeof inAccount<T>>[2]) => inAccount(database.db, account, work);
const publish = (notices: NewNotice[], by?: string) =>
  inside((trx) => publishNotices(trx, account, notices, by ? { by } : {}));
const given = (n: number, users = ["2"]): NewNotice => ({
  users,
  kind: "conversation assigned",
  subject: n,
  words: `You were given a conversation: Customer ${n}`,
  key: `conversation:${n}`,
});
const ticket = (n: number, users = ["2"]): NewNotice => ({
  users,
  kind: "assigned",
  subject: n,
  words: `Fatuma gave you #${n}: Late`,
  key: `assigned:${n}`,
});
const readerOf = ({ id, ...who }: typeof joy) => ({ account, user: id, kinds: kindsFor(who) });
const bell = (who: typeof joy) => inside((trx) => unreadNotices(trx, readerOf(who)));
const choose = (who: typeof joy, kind: "conversation assigned" | "assigned", in_app: boolean, email: boolean) =>
  inside((trx) => saveNoticePreferences(trx, readerOf(who), [{ kind, in_app, email }]));
const work = () => workNotices(database, noticePeopleFrom(people));
const mails = (who: typeof joy) => mailsTo(database.url, who.email);

describe("in the product", () => {
  test("each person is told of an occasion once, and their bell hears of it", async () => {
    await publish([given(7)]);
    await publish([given(7)]);
    expect(await noticesOf(database.url, account)).toMatchObject([{ user_id: "2", subject_id: "7", read_at: null }]);
    const events = await inside((trx) => since(trx, account, 0));
    expect(events.map(({ kind, body }) => [kind, body])).toEqual([["notice", { to: ["2"] }]]);
    expect(await bell(joy)).toMatchObject({ unread: 1, newest: [{ module: "chat", href: "/chat/inbox?chat=7" }] });
  });

  test("nobody is told of what they did themselves", async () => {
    await publish([given(7, ["2", "3"])], "2");
    expect((await noticesOf(database.url, account)).map(({ user_id }) => user_id)).toEqual(["3"]);
  });

  test("a kind that is turned off is not shown any more, other kinds are", async () => {
    await choose(joy, "conversation assigned", false, false);
    await publish([given(7), ticket(1)]);
    expect(await bell(joy)).toMatchObject({ unread: 1, newest: [{ kind: "assigned" }] });
    await work();
    expect((await mails(joy)).map(({ subject }) => subject)).toEqual(["Fatuma gave you #1: Late"]);
  });

  test("many of one moment are one notice, and each conversation is still told once", async () => {
    const many = Array.from({ length: maxNoticesAtOnce + 2 }, (_, n) => given(n));
    await publish(many);
    expect(await bell(joy)).toMatchObject({
      unread: 1,
      newest: [{ words: `${many.length} conversations were given to you.`, href: "/chat/inbox" }],
    });
    await publish(many);
    expect(await bell(joy)).toMatchObject({ unread: 1 });
  });

  test("what a person may not see any more is neither counted nor listed nor offered as a preference", async () => {
    await publish([given(7)]);
    for (const now of [
      { ...joy, permissions: [] },
      { ...joy, products: ["SMS"] },
    ]) {
      expect(await bell(now)).toEqual({ unread: 0, newest: [] });
      const page = await inside((trx) => noticePage(trx, readerOf(now), { page: 1, per_page: 25 }));
      expect(page.data).toEqual([]);
      const offered = await inside((trx) => noticePreferences(trx, readerOf(now)));
      expect(offered.map(({ kind }) => kind)).not.toContain("conversation assigned");
    }
    expect(await bell(joy)).toMatchObject({ unread: 1 });
  });

  test("the same number of a person in another account is another person", async () => {
    await publish([given(7)]);
    const theirs = { account: "200002", user: "2", kinds: kindsFor(elsewhere) };
    const seen = await inAccount(database.db, "200002", (trx) => unreadNotices(trx, theirs));
    expect(seen.unread).toBe(0);
    // Row security besides: even a statement that names the other account finds nothing.
    expect((await inAccount(database.db, "200002", (trx) => unreadNotices(trx, { ...theirs, account }))).unread).toBe(
      0,
    );
  });

  test("pages go on by key while new notices come in", async () => {
    for (let n = 0; n < 5; n++) await publish([given(n)]);
    const reader = readerOf(joy);
    const first = await inside((trx) => noticePage(trx, reader, { page: 1, per_page: 2 }));
    await publish([given(5)]);
    const after = first.next ?? undefined;
    const next = await inside((trx) => noticePage(trx, reader, { page: 2, per_page: 2, after }));
    expect([first, next].map(({ data }) => data.map(({ subject_id }) => subject_id))).toEqual([
      ["4", "3"],
      ["2", "1"],
    ]);
  });

  test("read notices go after 90 days, unread ones after a year", async () => {
    for (let n = 0; n < 4; n++) await publish([given(n)]);
    const age = (n: number, days: number, read: boolean) =>
      asOwnerOf(
        database.url,
        account,
        `update events.notices set at = now() - interval '${days} days' ${read ? ", read_at = now()" : ""}
         where customer_account = '${account}' and subject_id = '${n}'`,
      );
    await age(0, 91, true);
    await age(1, 91, false);
    await age(2, 366, false);
    await age(3, 89, true);
    expect(await pruneNotices(database.db)).toBe(2);
    expect((await noticesOf(database.url, account)).map(({ subject_id }) => subject_id)).toEqual(["1", "3"]);
  });
});

describe("by mail", () => {
  beforeEach(() => choose(joy, "conversation assigned", true, true));

  test("goes to who chose it, with a link, once", async () => {
    await publish([given(7, ["2", "3"])]);
    await work();
    await publish([given(7, ["2", "3"])]);
    await work();
    expect(await mails(joy)).toMatchObject([
      {
        subject: "You were given a conversation: Customer 7",
        text: expect.stringContaining("https://here.invalid/chat/inbox?chat=7"),
      },
    ]);
    expect(await mails(clerk)).toEqual([]);
  });

  test("of many at once one mail names them", async () => {
    await publish(Array.from({ length: 60 }, (_, n) => given(n)));
    await work();
    const [mail, ...more] = await mails(joy);
    expect(more).toEqual([]);
    expect(mail?.subject).toBe("60 notifications: You were given a conversation: Customer 0");
    expect(mail?.text).toContain("Customer 49\n");
    expect(mail?.text).not.toContain("Customer 50\n");
    expect(mail?.text).toContain("And 10 more.");
  });

  test.each<[string, () => unknown]>([
    ["turned it off in the meantime", () => choose(joy, "conversation assigned", true, false)],
    ["has read it by then", () => asOwnerOf(database.url, account, "update events.notices set read_at = now()")],
    ["lost the permission", () => Object.assign(people, { 1: { ...joy, permissions: [] } })],
    ["may not sign in any more", () => people.splice(1, 1)],
  ])("does not go to who %s", async (_, change) => {
    await publish([given(7)]);
    await change();
    await work();
    expect(await mails(joy)).toEqual([]);
    // And not later either.
    people = [owner, joy, clerk, elsewhere];
    await choose(joy, "conversation assigned", true, true);
    await work();
    expect(await mails(joy)).toEqual([]);
  });

  test("somebody who was mailed twelve times within the hour gets the rest together, later", async () => {
    for (let n = 0; n < 12; n++) {
      await publish([given(n)]);
      await work();
    }
    expect(await mails(joy)).toHaveLength(12);
    await publish([given(12)]);
    const { rows } = await asOwner(database.url, "delete from graphile_worker._private_jobs returning payload");
    expect(rows.map(({ payload }) => payload)).toContainEqual({ account, user: "2" });
    await noticeTasks(database, noticePeopleFrom(people))["notices.mail"]?.({ account, user: "2" });
    expect(await mails(joy)).toEqual([]);
    const later = await asOwner(
      database.url,
      "select 1 from graphile_worker._private_jobs where run_at > now() and key like '% later 2'",
    );
    expect(later.rowCount).toBe(1);
  });
});

test("an audience is everybody with its permission, and the admins", async () => {
  const words = "The balance is KES 5.00.";
  await inside((trx) => publishToAudience(trx, account, { kind: "balance low", subject: "", words, key: "low:1" }));
  await inside((trx) => publishToAudience(trx, account, { kind: "balance low", subject: "", words, key: "low:1" }));
  await work();
  const told = await noticesOf(database.url, account);
  expect(told.map(({ user_id }) => user_id).sort()).toEqual(["1", "3"]);
  expect([(await mails(owner)).length, (await mails(clerk)).length, (await mails(joy)).length]).toEqual([1, 1, 0]);
});

test("what ticketing kept before is taken along, read and chosen as it was", async () => {
  const migration = readFileSync(join(import.meta.dirname, "../../services/kit/migrations/007_notices.sql"), "utf8");
  await asOwner(database.url, "drop table events.notices; drop table events.notice_preferences");
  await asOwnerOf(
    database.url,
    account,
    `insert into ticketing.notices (customer_account, user_id, kind, ticket_id, words, key, shown, read_at) values
       ('${account}', '2', 'assigned', 12, 'Fatuma gave you #12', 'assigned:12:1', true, null),
       ('${account}', '2', 'commented', 12, 'Kevin on #12', 'comment:1', true, now()),
       ('${account}', '2', 'sla warning', 12, 'Near', 'warn:1', false, null);
     insert into ticketing.notice_preferences (customer_account, user_id, kind, in_app, email)
       values ('${account}', '2', 'sla warning', false, true)`,
  );
  await asOwner(database.url, migration);
  expect(await asOwnerOf(database.url, account, "select 1 from ticketing.notices")).toEqual([]);
  await asOwner(database.url, "grant all on events.notices, events.notice_preferences to jibu_app");
  expect(await bell(joy)).toMatchObject({ unread: 1, newest: [{ subject_id: "12", href: "/ticketing/show/12" }] });
  const preferences = await inside((trx) => noticePreferences(trx, readerOf(joy)));
  expect(preferences).toContainEqual({ kind: "sla warning", in_app: false, email: true });
  // A sweep that finds the same due time again tells nobody twice.
  await asOwner(database.url, "grant usage on all sequences in schema events to jibu_app");
  await publish([{ users: ["2"], kind: "sla warning", subject: 12, words: "Near", key: "warn:1" }]);
  expect(await noticesOf(database.url, account)).toHaveLength(3);
});

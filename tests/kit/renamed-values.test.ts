import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../services/migrations";
import { addressOf, asOwner, asOwnerOf, dropDatabase } from "../setup/database";

/** The first migration of each service that gives a stored value or a table another name. */
const firstRename: Record<string, string> = {
  kit: "008_system_author",
  identity: "053_outcomes",
  messaging: "034_ungrouped_contact_jobs",
  billing: "008_payment_callback_tokens",
  chat: "027_system_author",
  social: "007_blocked_customers",
  ticketing: "013_system_author",
};

/** What no object of the database is called any more. */
const formerNames = ["doors", "desks", "spells", "agenda", "gone", "parked", "^words", "reword"];

const name = `t_${randomBytes(6).toString("hex")}`;
const account = "100001";
let url: string;

/** Rows of an older version: what is renamed is in them by its former name. */
const before = `
  insert into events.cursor (customer_account, seq) values ('${account}', 4);
  insert into events.log (customer_account, seq, kind, body) values
    ('${account}', 1, 'chat.message', '{"change": "made", "message": {"id": 1, "author": "house"}}'),
    ('${account}', 2, 'chat.message', '{"change": "made", "message": {"id": 2, "author": "agent"}}');
  insert into identity.person_requests (customer_account, kind, label, state, outcome, requested_by, requested_by_id) values
    ('${account}', 'erasure', '+254 7** *01', 'done', '[
      {"kind": "Contact", "count": 1, "fate": "removed", "why": ""},
      {"kind": "Consent", "count": 2, "fate": "kept", "why": "The law asks for it."}]', 'Achieng', '1'),
    ('${account}', 'export', '+254 700 000 001', 'waiting', '[]', 'Achieng', '1');
  insert into chat.inboxes (customer_account, id, channel, ref, name) values ('${account}', 1, 'webchat', 'w', 'Shop');
  insert into chat.people (customer_account, id) values ('${account}', 1);
  insert into chat.contacts (customer_account, contact_id, inbox_id, channel, user_id, person_id)
    values ('${account}', 1, 1, 'webchat', 'v1', 1);
  insert into chat.messages (customer_account, contact_id, inbox_id, message_id, author, type, is_admin, text, status)
    select '${account}', 1, 1, author, author, 'text', author <> 'customer', 'Jambo ' || author, 'sent'
    from unnest(array['customer', 'agent', 'bot', 'house']) author;
  insert into chat.desks (customer_account, watched) values ('${account}', true);
  insert into ticketing.desks (customer_account, time_zone) values ('${account}', 'Africa/Kampala');
  insert into social.channels (customer_account, id, channel, ref, inbox_id, external_id, name, hook, secrets)
    values ('${account}', 1, 'telegram', 't', 1, 'bot', 'Bot', 'h', '\\x01');
  insert into social.gone (customer_account, channel_id, external_id) values ('${account}', 1, 'juma');
  insert into social.parked (customer_account, channel_id, item) values ('${account}', 1, '{"kind": "status"}');
  select jobs.send_later('social.parked', '{"account": "${account}", "channel": 1}', null, 'social.parked:${account}:1');
  select jobs.send_later(name, '{"account": "${account}"}', null, case name when 'social.take' then name || ':${account}:1' end) from unnest(
    array['social.take', 'identity.standing', 'messaging.strays', 'ticketing.tell-reporter']) name;
  insert into ticketing.boards (customer_account, id, name) values ('${account}', 1, 'Support');
  insert into ticketing.stages (customer_account, id, board_id, name, rank, status)
    values ('${account}', 1, 1, 'New', 1, 'new');
  insert into ticketing.tickets (customer_account, id, subject, stage_id, rank) values ('${account}', 1, 'Till', 1, 'a0');
  insert into ticketing.words (customer_account, ticket_id, word) values ('${account}', 1, 'till');
  insert into ticketing.spells (customer_account, ticket_id, at, state) values ('${account}', 1, now(), 'paused');
  insert into ticketing.agenda (customer_account, clock_id, what, ticket_id, at)
    values ('${account}', 1, 'due', 1, now());
  insert into ticketing.comments (customer_account, ticket_id, origin_id, kind, author_kind, author, body)
    select '${account}', 1, 1, 'public', author, author, 'Asante'
    from unnest(array['staff', 'customer', 'automation', 'house']) author;
  insert into billing.payments (customer_account, id, key, source, amount_cents)
    overriding system value values ('${account}', 1, 'k', 'mpesa', 100);
  insert into billing.payments (customer_account, id, key, source, amount_cents, state)
    overriding system value values ('${account}', 2, 'p', 'mpesa', 100, 'parked');
  insert into billing.callbacks (customer_account, payment_id, body_hash, body, state)
    values ('${account}', 2, '\\x02', '{}', 'used'), ('${account}', 2, '\\x03', '{}', 'odd');
  insert into billing.approvals (customer_account, kind, subject, title) values ('${account}', 'parked', '2', 'M-Pesa');
  insert into events.log (customer_account, seq, kind, body) values
    ('${account}', 3, 'payment', '{"id": 2, "state": "parked"}'), ('${account}', 4, 'blast', '{"id": 2, "state": "parked"}');
  insert into events.activities (customer_account, by, action, description) values
    ('${account}', 'Jibu', 'Payment parked', 'KES 1.00'), ('${account}', 'Jibu', 'Odd callback', ''),
    ('${account}', 'Achieng', 'Payment received', 'KES 1.00');
  insert into billing.payment_doors (secret_hash, customer_account, payment_id) values ('\\x01', '${account}', 1);
`;

beforeAll(async () => {
  await asOwner(addressOf("jibu"), `create database ${name}`);
  url = addressOf(name);
  const isOlder = (migration: string) => {
    const [service = "", file = ""] = migration.split("/");
    return file < (firstRename[service] ?? "~");
  };
  await migrate(url, isOlder);
  await asOwnerOf(url, account, before);
  await migrate(url);
}, 60_000);
afterAll(() => dropDatabase(name));

/** The first column of what an account's rows answer. */
async function values(statement: string): Promise<unknown[]> {
  return (await asOwnerOf(url, account, statement)).map((row) => Object.values(row)[0]);
}

test("what the product itself wrote has the author system, in the log too", async () => {
  expect(await values("select author from chat.messages order by id")).toEqual(["customer", "agent", "bot", "system"]);
  expect(await values("select author_kind from ticketing.comments order by id")).toEqual([
    "staff",
    "customer",
    "automation",
    "system",
  ]);
  expect(
    await values("select body #>> '{message,author}' from events.log where kind = 'chat.message' order by seq"),
  ).toEqual(["system", "agent"]);
});

test("the former values are taken no more", async () => {
  const refused = (statement: string) => expect(asOwnerOf(url, account, statement)).rejects.toThrow(/check constraint/);
  await refused("update chat.messages set author = 'house'");
  await refused("update ticketing.comments set author_kind = 'house'");
  await refused("update billing.payments set state = 'parked'");
  await refused("update billing.approvals set kind = 'parked'");
  await refused("update billing.callbacks set state = 'odd'");
});

test("the tokens of callbacks that are on their way find their payment", async () => {
  expect(await values("select payment_id from billing.payment_callback_tokens where secret_hash = '\\x01'")).toEqual([
    1,
  ]);
});

test("an account keeps its state and its settings", async () => {
  expect(await values("select watched from chat.account_state")).toEqual([true]);
  expect(await values("select time_zone from ticketing.account_settings")).toEqual(["Africa/Kampala"]);
});

test("the clocks of a ticket keep when they ran", async () => {
  expect(await values("select state from ticketing.clock_intervals")).toEqual(["paused"]);
});

test("what is due stays due", async () => {
  expect(await values("select what from ticketing.due_timers")).toEqual(["due"]);
});

test("what became of a person's data is kept with its order", async () => {
  expect(await values("select outcome from identity.person_requests order by id")).toEqual([
    [
      { kind: "Contact", count: 1, outcome: "removed", why: "" },
      { kind: "Consent", count: 2, outcome: "kept", why: "The law asks for it." },
    ],
    [],
  ]);
});

test("who blocked the bot and what waits for its message are kept", async () => {
  expect(await values("select external_id from social.blocked_customers")).toEqual(["juma"]);
  expect(await values("select item from social.unmatched_receipts")).toEqual([{ kind: "status" }]);
});

test("jobs that wait are done under their present names, each once", async () => {
  const jobs = await asOwner(
    url,
    `select task_identifier as name, j.key, payload ->> 'account' as account
     from graphile_worker.jobs j join graphile_worker._private_jobs using (id) order by 1`,
  );
  expect(jobs.rows).toEqual([
    { name: "identity.account-status", key: null, account },
    { name: "messaging.ungrouped-contact", key: null, account },
    { name: "social.process-webhooks", key: `social.process-webhooks:${account}:1`, account },
    { name: "social.unmatched-receipts", key: `social.unmatched-receipts:${account}:1`, account },
    { name: "ticketing.notify-reporter", key: null, account },
  ]);
});

test("a payment that somebody must look at is unmatched, wherever it is told of", async () => {
  expect(await values("select state from billing.payments order by id")).toEqual(["requested", "unmatched"]);
  expect(await values("select kind from billing.approvals")).toEqual(["unmatched"]);
  expect(await values("select state from billing.callbacks order by id")).toEqual(["used", "conflicting"]);
  expect(await values("select body ->> 'state' from events.log where seq > 2 order by seq")).toEqual([
    "unmatched",
    "parked",
  ]);
  expect(await values("select action from events.activities order by id")).toEqual([
    "Payment unmatched",
    "Conflicting callback",
    "Payment received",
  ]);
});

test("conversations and tickets are found by what was written before and what is written now", async () => {
  expect(await values("select word from ticketing.search_terms")).toEqual(["till"]);
  const found =
    "select word from chat.search_terms where contact_id = 1 and word in ('jambo', 'habari', 'sasa', 'njeri')";
  expect(await values(`${found} order by 1`)).toEqual(["jambo"]);
  await asOwnerOf(
    url,
    account,
    `update chat.messages set text = 'Habari' where author <> 'customer';
     update chat.messages set text = 'Sasa' where author = 'customer';
     update chat.contacts set name = 'Njeri'`,
  );
  expect(await values(`${found} order by 1`)).toEqual(["habari", "njeri", "sasa"]);
});

test("no index, constraint, sequence, trigger or function keeps a former name", async () => {
  const schemas = "n.nspname not in ('pg_catalog', 'pg_toast', 'information_schema', 'graphile_worker')";
  const kept = await asOwner(
    url,
    `select format('%s.%s', n.nspname, o.name) as name from pg_namespace n join (
       select relnamespace as space, relname as name from pg_class
       union all select connamespace, conname from pg_constraint
       union all select pronamespace, proname from pg_proc
       union all select relnamespace, tgname from pg_trigger t join pg_class c on c.oid = tgrelid) o on o.space = n.oid
     where ${schemas} and o.name ~ '${formerNames.join("|")}' order by 1`,
  );
  expect(kept.rows).toEqual([]);
});

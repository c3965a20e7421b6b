import { expect, vi } from "vitest";
import { asOwner, asOwnerOf } from "../setup/database";

/** What moves by itself: who signs in, the worker's hold on a mailbox or an app's reviews, counts of surveys that are added up, clocks that are looked at again. */
const restless = /sessions|tall(y|ies)|attempts|mailboxes|review_polls|due_timers/;

/** Every row of an account, in every table of every service that names one, as one fingerprint. */
export async function fingerprint(databaseUrl: string, account: string): Promise<string> {
  const { rows } = await asOwner(
    databaseUrl,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.columns
     where column_name = 'customer_account' and table_schema in
       ('identity', 'billing', 'messaging', 'chat', 'social', 'ticketing', 'webchat', 'uploads',
         'crm', 'survey', 'email', 'whatsapp', 'voice') order by 1`,
  );
  const names = rows.map(({ name }) => String(name)).filter((name) => !restless.test(name));
  // One question for all tables: who compares an account before and after asks it often.
  const prints = names.map(
    (name) => `select '${name}' as name, count(*) as rows, sum(hashtextextended(t::text, 0)) as print
       from ${name} t where customer_account = '${account}'`,
  );
  const found = await asOwnerOf(databaseUrl, account, prints.join(" union all "));
  const lines = found.map((row) => `${row.name} ${row.rows} rows ${row.print}`);
  return lines.sort().join("\n");
}

/**
 * Waits until the demo shop has come to rest: its networks are connected, the last step of which is a mailbox that has
 * heard something, its mailing is sent, and no clock of its tickets waits to be looked at: the sweep writes on a clock when its minute has
 * come, whoever asks for what meanwhile. A sweep that is under way has ended then.
 */
export async function waitForRest(databaseUrl: string, account: string): Promise<void> {
  const heard = "select from social.channels where channel = 'email' and last_webhook_at is not null";
  await vi.waitFor(async () => expect(await asOwnerOf(databaseUrl, account, heard)).toHaveLength(1), {
    timeout: 30_000,
  });
  // The demo's mailing is sent and paid.
  const mailings = `select from email.mailings where customer_account = '${account}' and status <> 'draft' and closed`;
  await vi.waitFor(async () => expect(await asOwnerOf(databaseUrl, account, mailings)).toHaveLength(1), {
    timeout: 30_000,
  });
  await asOwnerOf(databaseUrl, account, `delete from ticketing.due_timers where customer_account = '${account}'`);
}

import { asOwner, asOwnerOf } from "../setup/database";

/** What moves by itself: who signs in, the worker's hold on a mailbox, clocks that are looked at again. */
const restless = /sessions|attempts|mailboxes|agenda/;

/** Every row of an account, in every table of every service that names one, as one fingerprint. */
export async function fingerprint(databaseUrl: string, account: string): Promise<string> {
  const { rows } = await asOwner(
    databaseUrl,
    `select format('%I.%I', table_schema, table_name) as name from information_schema.columns
     where column_name = 'customer_account' and table_schema in
       ('identity', 'billing', 'messaging', 'chat', 'social', 'ticketing', 'webchat', 'uploads') order by 1`,
  );
  const prints: string[] = [];
  for (const { name } of rows) {
    if (restless.test(name)) continue;
    const answers = (await asOwner(
      databaseUrl,
      `select set_config('app.account', '${account}', false);
       select md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as print
       from ${name} t where customer_account = '${account}'`,
    )) as unknown as { rows: { print: string }[] }[];
    prints.push(`${name} ${answers[1]?.rows[0]?.print}`);
  }
  return prints.join("\n");
}

/**
 * Takes the clocks of an account that wait to be looked at out of the agenda: the sweep writes the time of a warning on a
 * clock when its minute has come, whoever asks for what meanwhile. Returns when a sweep that is under way has ended.
 */
export async function stopClocks(databaseUrl: string, account: string): Promise<void> {
  await asOwnerOf(databaseUrl, account, `delete from ticketing.agenda where customer_account = '${account}'`);
}

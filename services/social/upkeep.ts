import { sql } from "kysely";
import { type ActivityActor, recordActivity } from "../kit/activities";
import { inAccount, readAccount } from "../kit/database";
import { type ChannelRow, hookUrl, mustHave } from "./channels";
import { connectionFor } from "./connection";
import type { SocialContext } from "./deps";
import { explain, tellChat } from "./save";

/** Asks the network who we are, and sets the webhook again where we can. @throws NotConnected, HttpError 404 */
export async function testChannel({ db, deps }: SocialContext, account: string, id: number): Promise<ChannelRow> {
  const row = await readAccount(db, account, (trx) => mustHave(trx, account, id));
  let until: Date | null;
  try {
    until = await connectionFor(deps, account, row).check(hookUrl(deps, row));
  } catch (error) {
    const words = await Promise.resolve(error)
      .then((one) => explain(row.channel, one))
      .catch((told: Error) => told.message);
    await inAccount(db, account, (trx) =>
      sql`
        update social.channels set last_error = ${words}, last_error_at = now() where customer_account = ${account} and id = ${id}`.execute(
        trx,
      ),
    );
    explain(row.channel, error);
  }
  return inAccount(db, account, async (trx) => {
    await sql`
      update social.channels set stopped = '', last_error = '', last_error_at = null, last_refused_at = null, token_until = ${until}
      where customer_account = ${account} and id = ${id}`.execute(trx);
    return mustHave(trx, account, id);
  });
}

/** Takes a channel off: its webhook, its secrets; conversations stay. @throws HttpError 404 */
export async function disconnect(
  { db, deps }: SocialContext,
  account: string,
  id: number,
  by: ActivityActor,
): Promise<ChannelRow> {
  const row = await readAccount(db, account, (trx) => mustHave(trx, account, id));
  // A token that was taken back can't: what the network posts then meets an address that nobody has.
  await connectionFor(deps, account, row)
    .leave?.(hookUrl(deps, row))
    .catch(() => undefined);
  await inAccount(db, account, async (trx) => {
    await sql`delete from social.hooks where hook = ${row.hook} and customer_account = ${account}`.execute(trx);
    await sql`
      update social.channels set deleted_at = now(), active = false, secrets = '', updated_at = now()
      where customer_account = ${account} and id = ${id}`.execute(trx);
    await recordActivity(trx, account, by, {
      action: "Chat channel disconnected",
      description: `${row.name} (${row.channel}) was disconnected.`,
      ...{ subject: "chat channel", subject_id: String(id) },
    });
  });
  await tellChat(deps, account, { ...row, active: false });
  return row;
}

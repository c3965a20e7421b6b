import { sql } from "kysely";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { Preferences } from "../contract.canned";
import type { UnitOfWork } from "../workspace/unit-of-work";

const atFirst: Preferences = { inbox_keys: true, canned_keys: true, tours_seen: [] };

/** What a person chose for themselves; everything is on until they say otherwise. */
export async function loadPreferences(trx: Trx, account: string, user: string): Promise<Preferences> {
  const found = await checkedRow(
    trx,
    Preferences,
    sql`
    select inbox_keys, canned_keys, tours_seen from chat.preferences
    where customer_account = ${account} and user_id = ${user}`,
  );
  return found ?? atFirst;
}

type Change = {
  inbox_keys?: boolean | undefined;
  canned_keys?: boolean | undefined;
  tour?: { id: string; seen: boolean } | undefined;
};

/** The most tours that are remembered; the newest stay. */
const most = 50;

export async function savePreferences(unit: UnitOfWork, user: string, change: Change): Promise<Preferences> {
  const { trx, account, now } = unit;
  await sql`
    insert into chat.preferences (customer_account, user_id) values (${account}, ${user}) on conflict do nothing`.execute(
    trx,
  );
  await sql`
    select 1 from chat.preferences where customer_account = ${account} and user_id = ${user} for update`.execute(trx);
  const was = await loadPreferences(trx, account, user);
  const others = was.tours_seen.filter((id) => id !== change.tour?.id);
  const tours = change.tour ? [...others, ...(change.tour.seen ? [change.tour.id] : [])].slice(-most) : was.tours_seen;
  const { inbox_keys = was.inbox_keys, canned_keys = was.canned_keys } = change;
  await sql`
    update chat.preferences set inbox_keys = ${inbox_keys}, canned_keys = ${canned_keys}, tours_seen = ${tours}::text[],
      updated_at = ${now}
    where customer_account = ${account} and user_id = ${user}`.execute(trx);
  return { inbox_keys, canned_keys, tours_seen: tours };
}

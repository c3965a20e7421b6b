import { parseKeyword, type Keywords as Words } from "../../../rules/keywords";
import { type ActivityActor, recordActivity } from "../../kit/activities";
import type { Trx } from "../../kit/database";
import type { Keywords } from "../contract.keywords";

export async function loadKeywords(trx: Trx, account: string): Promise<Keywords> {
  const row = await trx
    .selectFrom("messaging.keywords")
    .selectAll()
    .where("customer_account", "=", account)
    .executeTakeFirst();
  if (!row) return { stop: [], start: [], help: [], changed_by: "", changed_at: null };
  const { stop_words: stop, start_words: start, help_words: help, changed_by } = row;
  return { stop, start, help, changed_by, changed_at: row.changed_at.toISOString() };
}

/** The words alone, as an answer is read by them. */
export async function ownKeywords(trx: Trx, account: string): Promise<Words> {
  const { stop, start, help } = await loadKeywords(trx, account);
  return { stop, start, help };
}

export async function saveKeywords(trx: Trx, account: string, given: Words, by: ActivityActor): Promise<void> {
  const listed = (words: readonly string[]) => words.flatMap((word) => parseKeyword(word) ?? []);
  const [stop, start, help] = [listed(given.stop), listed(given.start), listed(given.help)];
  const row = {
    ...{ stop_words: stop, start_words: start, help_words: help },
    changed_by: by === "system" ? "" : by.name,
    changed_at: new Date(),
  };
  await trx
    .insertInto("messaging.keywords")
    .values({ customer_account: account, ...row })
    .onConflict((on) => on.column("customer_account").doUpdateSet(row))
    .execute();
  const told = Object.entries({ STOP: stop, START: start, HELP: help })
    .map(([wish, words]) => `${wish}: ${words.join(", ") || "none"}`)
    .join("; ");
  await recordActivity(trx, account, by, {
    action: "Opt-out words changed",
    description: `The account's own words are ${told}`,
    subject: "keywords",
  });
}

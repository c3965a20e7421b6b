import { givenTo, manyGivenWords, oneGivenWords } from "../../../rules/given-records";
import type { Trx } from "../../kit/database";
import { publishNotices } from "../../kit/notices";
import type { RecordActor } from "../records/changes";

type GivenOrganisations = {
  /** How many were given, and one of them. */
  count: number;
  one: { id: number; name: string };
};

/** A sales manager is notified of organisations that someone else gives them. `key`: what tells this time from any other. */
export async function notifyOfOrganisations(
  trx: Trx,
  account: string,
  { count, one }: GivenOrganisations,
  { to, by, key }: { to: RecordActor; by: RecordActor; key: string },
): Promise<void> {
  if (to.id === null) return;
  const about = { kind: "organisation given", users: [to.id], key: `organisation given:${key}` } as const;
  const what =
    count === 1
      ? { subject: one.id, words: oneGivenWords("an organisation", one.name, by.name) }
      : { subject: givenTo(to.id), words: manyGivenWords(count, "organisations", by.name) };
  await publishNotices(trx, account, [{ ...about, ...what }], { by: by.id });
}

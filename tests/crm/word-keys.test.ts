import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inAccount } from "../../services/kit/database";
import { type CrmStage, crmStage, savanna } from "./fixture";

let fixture: CrmStage;
beforeAll(async () => {
  fixture = await crmStage();
});
afterAll(() => fixture.close());

const dropped = ["mr", "ltd", "the", "co"];

/** What migration 009 wrote into the records of every account: a faster function must write the same. */
const asReleased = sql`(select coalesce(string_agg(word, ' ' order by word collate "C"), '')
  from regexp_split_to_table(
    regexp_replace(regexp_replace(lower(normalize(given, NFKD)), '[\u0300-\u036f''\`.]', '', 'g'),
      '[[:space:][:punct:]]+', ' ', 'g'), ' ') word
  where word <> '' and not word = any (${dropped}::text[]))`;

/** A name as people and files write it, and as nobody does. */
const name = fc
  .array(
    fc.oneof(
      fc.constantFrom(..."aZ0 .,'`-_&/()\t\n\r\u000b\u000c!\"#$%*+:;<=>?@[\\]^{|}~éÅŋßİ\u0301\u00a0—ﬁ水🙂"),
      fc.constantFrom("Mr ", " Ltd", "the ", "Co", "Wanjiku", "Kamau", "zoë", "\u0001", "\u001c"),
    ),
    { maxLength: 12 },
  )
  .map((parts) => parts.join(""));

test("the words of a name are the same as those of records written by an earlier version", async () => {
  const given = [
    ...new Set(fc.sample(name, { numRuns: 4_000, seed: 20_261_126 })),
    "",
    "   ",
    "Mr the",
    "b a",
    "a b a",
  ];
  const { rows } = await inAccount(fixture.database.db, savanna, (trx) =>
    sql<{ given: string; now: string; released: string }>`
      select given, crm.word_key(given, ${dropped}::text[]) as now, ${asReleased} as released
      from unnest(${given}::text[]) given`.execute(trx),
  );
  expect(rows.length).toBeGreaterThan(1_000);
  expect(rows.filter(({ now, released }) => now !== released)).toEqual([]);
});

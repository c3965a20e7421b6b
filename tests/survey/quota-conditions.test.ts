import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../services/migrations";
import { addressOf, asOwner, dropDatabase } from "../setup/database";

const name = `t_${randomBytes(6).toString("hex")}`;
const url = addressOf(name);
beforeAll(async () => {
  await asOwner(addressOf("jibu"), `create database ${name}`);
  await migrate(url, (migration) => !/^survey\/03[5-9]/.test(migration));
}, 60_000);
afterAll(() => dropDatabase(name));

test("the limit of a choice becomes one with that condition, and keeps what was taken", async () => {
  await asOwner(
    url,
    `alter table survey.surveys no force row level security; alter table survey.quotas no force row level security;
    insert into survey.surveys (customer_account, title, category, interaction_mode, channels, languages)
      select account, 'Before', 'satisfaction', 'conversation', '{web}', '{en}' from unnest(array['1', '2']) account;
    insert into survey.quotas (customer_account, survey_id, question_id, choice_id, max_count, taken)
      select customer_account, id, 7, x.choice, 10, x.taken from survey.surveys, (values (71, 3), (72, 10)) as x (choice, taken);
    alter table survey.surveys force row level security; alter table survey.quotas force row level security`,
  );
  await migrate(url);
  const { rows } = await asOwner(
    url,
    `alter table survey.quotas no force row level security;
    select customer_account, name, conditions, max_count, taken from survey.quotas order by customer_account, id`,
  ).then((all) => (Array.isArray(all) ? (all.at(-1) as { rows: object[] }) : all));
  const limit = (choice: number, taken: number) => ({
    ...{ name: "", max_count: 10, taken },
    conditions: [{ question: 7, group: { kind: "choice", choice } }],
  });
  expect(rows).toEqual(
    ["1", "2"].flatMap((customer_account) => [
      { customer_account, ...limit(71, 3) },
      { customer_account, ...limit(72, 10) },
    ]),
  );
});

import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrate } from "../../services/migrations";
import { addressOf, asOwner, dropDatabase } from "../setup/database";

const name = `t_${randomBytes(6).toString("hex")}`;
const url = addressOf(name);
beforeAll(async () => {
  await asOwner(addressOf("jibu"), `create database ${name}`);
  await migrate(url, (migration) => !/^survey\/0(0[89]|[1-9])/.test(migration));
}, 60_000);
afterAll(() => dropDatabase(name));

test("of several open sessions of a number the latest stays; the others end with what they have", async () => {
  await asOwner(
    url,
    `alter table survey.surveys no force row level security; alter table survey.sessions no force row level security;
    insert into survey.surveys (customer_account, title, category, interaction_mode, channels, languages)
      values ('1', 'Before', 'satisfaction', 'conversation', '{sms}', '{en}');
    insert into survey.sessions (customer_account, survey_id, version, channel, language, msisdn, sender, disposition)
      select '1', id, 1, 'sms', 'en', x.msisdn, x.sender, x.disposition from survey.surveys,
        (values ('+254711000001', 'ONE', 'started'), ('+254711000001', 'TWO', 'contacted'), ('+254711000001', 'THREE', 'queued'),
          ('+254711000002', 'ONE', 'contacted')) as x (msisdn, sender, disposition)`,
  );
  await migrate(url);
  const { rows } = await asOwner(
    url,
    `alter table survey.sessions no force row level security;
    select sender, disposition, ended_at is null as open, current_channel from survey.sessions order by id`,
  ).then((all) => (Array.isArray(all) ? (all.at(-1) as { rows: object[] }) : all));
  expect(rows).toEqual([
    { sender: "ONE", disposition: "breakoff", open: false, current_channel: "sms" },
    { sender: "TWO", disposition: "unresponsive", open: false, current_channel: "sms" },
    { sender: "THREE", disposition: "queued", open: true, current_channel: "sms" },
    { sender: "ONE", disposition: "contacted", open: true, current_channel: "sms" },
  ]);
});

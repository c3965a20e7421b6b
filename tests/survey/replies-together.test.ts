import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { inAccount } from "../../services/kit/database";
import { bigints } from "../../services/kit/rows";
import { rows } from "../../services/kit/unchecked-rows";
import type { SurveyInstanceDetail } from "../../services/survey/contract.instances";
import { asOwner } from "../setup/database";
import { type SurveyFixture, savanna, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
beforeAll(async () => {
  fixture = await surveyFixture();
  fixture.money.available = 1_000_000_000;
});
afterAll(() => fixture.close());

let people = 0;

/** Three people who were asked the first question of a survey, one of whom is the last that its limit has room for. */
async function asked() {
  const made = await fixture.delivery();
  await fixture.must(201, "setQuota", { body: { choice_id: made.good, max_count: 1 } });
  const msisdns = [0, 1, 2].map(() => `+2547220${String(++people).padStart(5, "0")}`);
  fixture.sms.groups.set(
    people,
    msisdns.map((msisdn) => ({ msisdn, name: "Amina", fields: {}, opted_out: false })),
  );
  const form = { name: "Run", language: "en", sender: "SAVANNA", group_id: people };
  const { id } = await fixture.must<SurveyInstanceDetail>(201, "createInstance", {
    body: { survey: made.uuid, name: "Run" },
  });
  const { estimate } = await fixture.must<SurveyInstanceDetail>(201, "updateInstance", { params: { id }, body: form });
  await fixture.must(201, "dispatchInstance", { params: { id }, body: { most_cents: estimate?.most_cents ?? 0 } });
  await fixture.work();
  return { id, uuid: made.uuid, msisdns };
}

const texts = ["1", " 2.", "It came late", "many", "9", "ten", "?", "STOP"];
type Reply = { person: number; text: string };

/** What was kept of a run, by person: state, answers without their questions' ids, and what was said in order. */
async function kept(id: number) {
  return fixture.rows<object>(`
    select x.disposition, x.invalid, x.ended_at is not null as ended, x.question_id is not null as asked,
      (select jsonb_agg(a.answer - 'choices' order by a.question_id) from survey.answers a
        where a.customer_account = x.customer_account and a.session_id = x.id and a.counted) as answers,
      (select jsonb_agg(jsonb_build_array(t.incoming, t.understood, t.text) order by t.incoming, t.id) from survey.turns t
        where t.customer_account = x.customer_account and t.session_id = x.id) as said
    from survey.sessions x where x.instance_id = ${id} order by x.msisdn`);
}

/** The first of each person, then the second of each: of different people no order is promised. */
function inRounds(all: readonly Reply[]): Reply[] {
  const round = (at: number) => all.slice(0, at).filter(({ person }) => person === all[at]?.person).length;
  return all
    .map((said, at) => ({ said, round: round(at) }))
    .sort((one, other) => one.round - other.round)
    .map(({ said }) => said);
}

test("what is handed on together leads to what it leads to one after the other", async () => {
  const said = fc.record({ person: fc.nat({ max: 2 }), text: fc.constantFrom(...texts) });
  let inbox = 100_000;
  await fc.assert(
    fc.asyncProperty(fc.array(said, { minLength: 2, maxLength: 12 }), async (all: Reply[]) => {
      const [alone, together] = [await asked(), await asked()];
      const of = (msisdns: readonly string[], { person, text }: Reply) => ({
        ...{ inbox: ++inbox, msisdn: msisdns[person] ?? "", sender: "SAVANNA", text, stop: text === "STOP" },
      });
      for (const one of inRounds(all)) {
        const { msisdn, text, ...more } = of(alone.msisdns, one);
        await fixture.reply(msisdn, text, more);
      }
      const [first, ...more] = all.map((one) => of(together.msisdns, one));
      if (first) await fixture.reply(first.msisdn, first.text, { inbox: first.inbox, stop: first.stop, more });
      expect(await kept(together.id)).toEqual(await kept(alone.id));
      // What is reserved for a run comes back first.
      for (const { id } of [alone, together])
        await fixture.must(201, "moveInstance", { params: { id }, body: { move: "close" } });
      await fixture.work();
      for (const { uuid } of [alone, together]) await fixture.must(201, "deleteSurvey", { params: { uuid } });
    }),
    { numRuns: 25, endOnFailure: true },
  );
}, 120_000);

test("a reply looks up the answers of its own session, whatever the plan of the counts was made for", async () => {
  const { id, uuid } = await asked();
  // While there are few answers every plan looks as good as another.
  await asOwner(fixture.database.url, "vacuum analyze survey.answers");
  const read = await inAccount(fixture.database.db, savanna, async (trx) => {
    const begun = await rows<{ id: number }>(
      trx,
      sql`insert into survey.sessions (customer_account, survey_id, instance_id, version, channel, current_channel, sender,
          language, msisdn, disposition)
        select i.customer_account, i.survey_id, i.id, 1, 'sms', 'sms', 'SAVANNA', 'en', '+2547330' || lpad(n::text, 5, '0'), 'queued'
        from survey.instances i cross join generate_series(1, 500) n where i.id = ${id} returning id`,
    );
    const ids = begun.map((one) => one.id);
    await sql`update survey.sessions set disposition = 'contacted' where id = any(${bigints(ids)})`.execute(trx);
    await sql`insert into survey.answers (customer_account, session_id, question_id, answer)
      select ${savanna}, x.id, q.id, '{"kind": "text", "text": "Late"}' from survey.questions q
      join survey.surveys s on s.customer_account = q.customer_account and s.id = q.survey_id
      cross join unnest(${bigints(ids)}) x (id) where s.uuid = ${uuid}::uuid`.execute(trx);
    const countRead = async () => {
      const [counts] = await rows<{ count: number }>(
        trx,
        sql`select (coalesce(sum(seq_tup_read), 0) + coalesce(sum(idx_tup_fetch), 0))::int as count
          from pg_stat_xact_user_tables where schemaname = 'survey' and relname = 'answers'`,
      );
      return counts?.count ?? 0;
    };
    const before = await countRead();
    await sql`update survey.sessions set disposition = 'started' where id = ${ids[0] ?? 0}`.execute(trx);
    return (await countRead()) - before;
  });
  expect(read).toBeGreaterThan(0);
  expect(read).toBeLessThan(20);
});

test("people and messages of a run are of one that exists, keep to it, and go with it", async () => {
  const { id } = await asked();
  const orphan = (table: string, columns: string, values: string) =>
    fixture.rows(
      `insert into survey.${table} (customer_account, instance_id, ${columns}) values ('${savanna}', 987654, ${values})`,
    );
  await expect(orphan("recipients", "msisdn", "'+254722999999'")).rejects.toMatchObject({ code: "23503" });
  const [{ session }] = (await fixture.rows<{ session: number }>(
    `select session_id as session from survey.messages where instance_id = ${id} limit 1`,
  )) as [{ session: number }];
  const message = `${session}, gen_random_uuid(), 'sms', 'SAVANNA', 'Habari', true`;
  await expect(orphan("messages", "session_id, batch, channel, sender, text, expects", message)).rejects.toMatchObject({
    code: "23503",
  });
  await expect(
    fixture.rows(`update survey.recipients set instance_id = instance_id + 1 where instance_id = ${id}`),
  ).rejects.toMatchObject({ code: "23503" });
  await fixture.rows(`delete from survey.runs where instance_id = ${id}`);
  await fixture.rows(`update survey.sessions set instance_id = null where instance_id = ${id}`);
  await fixture.rows(`delete from survey.instances where id = ${id}`);
  const left = await fixture.rows(`select from survey.recipients where instance_id = ${id}
    union all select from survey.messages where instance_id = ${id}`);
  expect(left).toEqual([]);
});

import fc from "fast-check";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { dispositions, openDispositions } from "../../rules/survey/sessions";
import { inAccount, isCollision, readAccount } from "../../services/kit/database";
import { responseCalls, type SurveyStatistics } from "../../services/survey/contract.responses";
import type { SurveyDetail } from "../../services/survey/contract.schemas";
import { foldChanges, foldTallies, recountSurvey } from "../../services/survey/responses/fold";
import { findSurvey } from "../../services/survey/store/surveys";
import { asOwner } from "../setup/database";
import { type SurveyFixture, savanna, surveyFixture } from "./fixture";
import { countStatistics } from "./full-count";

type Question = SurveyDetail["questions"][number];
let fixture: SurveyFixture;
let uuid: string;
let survey: number;
let questions: Question[];

beforeAll(async () => {
  fixture = await surveyFixture();
  ({ uuid } = await fixture.create({ languages: ["en", "sw"] }));
  const add = (form: object, choices: string[] = []) =>
    fixture.question(uuid, { required: false, text: "?", ...form }, choices);
  await add({ type: "single" }, ["Good", "Poor", "Fair"]);
  await add({ type: "multiple" }, ["Rice", "Beans", "Maize"]);
  await add({ type: "yes_no" });
  await add({ type: "number" });
  await add({ type: "rating", max_rating: 5 });
  await add({ type: "nps" });
  await add({ type: "text" });
  await add({ type: "phone" });
  await add({ type: "location" });
  await add({ type: "date" });
  await add({ type: "rank" }, ["Price", "Taste", "Service"]);
  const matrix = await add({ type: "matrix" }, ["Good", "Poor"]);
  for (const text of ["Food", "Staff"])
    await fixture.must(201, "createChoice", { body: { question_id: matrix.id, text, role: "row" } });
  await fixture.must(201, "publishSurvey", { params: { uuid } });
  ({ questions } = await fixture.load(uuid));
  [{ id: survey }] = (await fixture.rows<{ id: number }>(`select id from survey.surveys where uuid = '${uuid}'`)) as [
    { id: number },
  ];
  await fixture.rows(`
    insert into survey.instances (customer_account, survey_id, name, channel, language, version)
    select '${savanna}', ${survey}, 'Run ' || n, 'sms', 'en', 1 from generate_series(1, 2) n`);
}, 60_000);
afterAll(() => fixture.close());

const small = fc.nat({ max: 1_000 });
const channels = fc.constantFrom("web", "sms", "whatsapp", "agent");
/** Of a session, all that counts are kept by. Days begin at 21:00 UTC. */
const place = fc.record({
  disposition: fc.constantFrom(...dispositions),
  question: fc.option(fc.nat({ max: 11 }), { nil: null }),
  channel: channels,
  current: fc.option(channels, { nil: null }),
  language: fc.constantFrom("en", "sw"),
  run: fc.option(fc.nat({ max: 1 }), { nil: null }),
  hour: fc.nat({ max: 24 * 4 }),
  /** A dry run is in no count. */
  dry: fc.nat({ max: 4 }).map((n) => n === 0),
});
type Place = typeof place extends fc.Arbitrary<infer T> ? T : never;

const change = fc.oneof(
  fc.record({ kind: fc.constant("begin" as const), places: fc.array(place, { minLength: 1, maxLength: 4 }) }),
  fc.record({ kind: fc.constant("answer" as const), session: small, question: fc.nat({ max: 11 }), what: small }),
  fc.record({ kind: fc.constant("answer" as const), session: small, question: fc.nat({ max: 11 }), what: small }),
  fc.record({ kind: fc.constant("answer" as const), session: small, question: fc.nat({ max: 11 }), what: small }),
  fc.record({ kind: fc.constant("count" as const), session: small, only: fc.nat({ max: 11 }) }),
  fc.record({ kind: fc.constant("move" as const), session: small, to: place }),
  fc.record({ kind: fc.constant("clear" as const), session: small, question: fc.nat({ max: 11 }) }),
  fc.record({ kind: fc.constant("delete" as const), session: small }),
  fc.record({ kind: fc.constant("erase" as const), session: small }),
  fc.record({ kind: fc.constant("fold" as const), most: fc.integer({ min: 1, max: 40 }) }),
  fc.record({ kind: fc.constant("recount" as const) }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

/** An answer to a question, or that it was left out. */
function answerOf(at: number, what: number): object {
  const question = questions[at] as Question;
  if (what % 7 === 0) return { kind: "skipped", ...[{}, { why: "refused" }, { why: "unknown" }][what % 3] };
  const ids = question.options.filter(({ role }) => role !== "row").map(({ id }) => id);
  const turned = ids.map((_, n) => ids[(n + what) % ids.length]);
  switch (question.type) {
    case "single":
      return { kind: "choices", choices: turned.slice(0, 1) };
    case "multiple":
      return { kind: "choices", choices: turned.slice(0, 1 + (what % 3)) };
    case "yes_no":
      return { kind: "yes", yes: what % 2 === 0 };
    case "number":
      return { kind: "number", number: (what - 300) / 4 };
    case "rating":
      return { kind: "number", number: 1 + (what % 5) };
    case "nps":
      return { kind: "number", number: what % 11 };
    case "phone":
      return { kind: "phone", text: `+2547110000${10 + (what % 90)}` };
    case "location":
      return { kind: "place", text: `Town ${what}`, at: null };
    case "date":
      return { kind: "date", date: "2026-11-01" };
    case "rank":
      return { kind: "ranking", order: turned };
    case "matrix": {
      const rows = question.options.filter(({ role }) => role === "row");
      return { kind: "rows", rows: rows.slice(what % 2).map(({ id: row }) => ({ row, choice: turned[0] })) };
    }
    default:
      return { kind: "text", text: `Words ${what}` };
  }
}

const at = (hour: number) => `'2026-11-01T00:30:00Z'::timestamptz + ${hour} * interval '1 hour'`;
const columnsOf = ({ disposition, question, channel, current, language, run, hour, dry }: Place) => {
  const open = (openDispositions as readonly string[]).includes(disposition);
  const numbered = (value: number | undefined) => `${value ?? "null"}::bigint`;
  return [
    ...[`'${disposition}'`, open ? "null::timestamptz" : "now()", numbered(questions[question ?? -1]?.id)],
    ...[`'${channel}'`, current === null ? "null" : `'${current}'`, `'${language}'`],
    ...[run === null ? "null::bigint" : `(select min(id) + ${run} from survey.instances)`, at(hour), `${dry}`],
  ].join(", ");
};
const columns =
  "disposition, ended_at, question_id, channel, current_channel, language, instance_id, begun_at, dry_run";
/** One of the sessions that there are. */
const one = (n: number) => `(select id from survey.sessions where survey_id = ${survey} order by id
  offset (select ${n} % greatest(count(*), 1) from survey.sessions where survey_id = ${survey}) limit 1)`;

async function apply(made: Change): Promise<void> {
  switch (made.kind) {
    case "begin":
      return void (await fixture.rows(`insert into survey.sessions (customer_account, survey_id, version, name, ${columns})
        ${made.places.map((to) => `select '${savanna}', ${survey}, 1, 'Amina', ${columnsOf(to)}`).join(" union all ")}`));
    case "answer":
      return void (await fixture.rows(`
        insert into survey.answers (customer_account, session_id, question_id, answer)
        select '${savanna}', id, ${questions[made.question]?.id}, '${JSON.stringify(answerOf(made.question, made.what))}'
        from ${one(made.session)} x on conflict (customer_account, session_id, question_id)
        do update set answer = excluded.answer, counted = not survey.answers.counted`));
    case "count":
      return void (await fixture.rows(`update survey.answers set counted = question_id <> ${questions[made.only]?.id}
        where session_id = ${one(made.session)}`));
    case "move":
      return void (await fixture.rows(
        `update survey.sessions set (${columns}) = (select ${columnsOf(made.to)}) where id = ${one(made.session)}`,
      ));
    case "clear":
      return void (await fixture.rows(`delete from survey.answers
        where question_id = ${questions[made.question]?.id} and session_id = ${one(made.session)}`));
    case "delete":
      return void (await fixture.rows(`delete from survey.sessions where id = ${one(made.session)}`));
    case "erase":
      await fixture.rows(`update survey.sessions set msisdn = '+254711000001'
        where id = ${one(made.session)} and not exists (select from survey.sessions where msisdn <> '' and ended_at is null)`);
      return void (await fixture.ask("erasePerson", { body: { msisdn: "+254711000001", email: null } }, "service"));
    case "fold":
      return void (await inAccount(fixture.database.db, savanna, (trx) =>
        foldChanges(trx, savanna, survey, made.most),
      ));
    case "recount":
      return void (await recountSurvey(fixture.database, { account: savanna, survey: uuid }));
  }
}

const filters = [
  {},
  ...["all", "open", "ended", "partial"].map((state) => ({ state })),
  ...["breakoff", "completed"].map((disposition) => ({ disposition })),
  ...["web", "agent"].flatMap((channel) => [
    { state: "all", channel },
    { state: "all", last_channel: channel },
  ]),
  ...[{ language: "sw" }, { state: "all", start_date: "2026-11-02" }, { state: "all", end_date: "2026-11-02" }],
  { start_date: "2026-11-02", end_date: "2026-11-03", language: "en", state: "ended" },
];

/** The statistics as they are asked for, and each counted from the rows. */
async function compare(more: object[] = []): Promise<void> {
  for (const query of [...filters, ...more]) {
    const {
      by_channel: _,
      runs: _runs,
      ...shown
    } = await fixture.must<SurveyStatistics>(200, "statistics", {
      query,
      body: { survey: uuid },
    });
    const counted = await readAccount(fixture.database.db, savanna, async (trx) => {
      const found = await findSurvey(trx, savanna, uuid);
      const asked = z.object(responseCalls.statistics.query.shape).parse(query);
      return countStatistics(trx, savanna, found, asked, "Africa/Nairobi");
    });
    expect({ query, ...inOrder(shown) }).toEqual({ query, ...inOrder(counted) });
  }
}
/** As many texts as are shown may be in another order: by the time of the session or by its number. */
const inOrder = <T extends Pick<SurveyStatistics, "by_disposition" | "questions">>(found: T) => ({
  ...found,
  by_disposition: found.by_disposition.toSorted((a, b) => a.disposition.localeCompare(b.disposition)),
  questions: found.questions.map((one) => ({ ...one, texts: one.texts.toSorted((a, b) => a.session - b.session) })),
});

async function empty(): Promise<void> {
  await fixture.rows(`delete from survey.sessions where survey_id = ${survey}`);
}

const kept = (table: string) =>
  fixture.rows<{ count: number }>(`select count(*)::int as count from survey.${table} where survey_id = ${survey}`);

test("kept counts are those of a full count, whatever is answered, changed, deleted and added up meanwhile", async () => {
  const [single] = questions as [Question];
  const byRows = [
    { state: "all", choice: single.options[0]?.id },
    { state: "all", stopped: single.id },
  ];
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 20, maxLength: 60 }), async (changes) => {
      await empty();
      const [half, rest] = [changes.slice(0, changes.length / 2), changes.slice(changes.length / 2)];
      for (const made of half) await apply(made);
      await compare();
      for (const made of rest) await apply(made);
      await compare(byRows);
      expect(await recountSurvey(fixture.database, { account: savanna, survey: uuid })).toBe(0);
    }),
    { numRuns: 12, endOnFailure: true },
  );
}, 240_000);

test("people who answer at the same time wait for no count, and none is lost", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(change, { minLength: 40, maxLength: 60 }), async (changes) => {
      await empty();
      for (let n = 0; n < 3; n++) await apply({ kind: "begin", places: Array(4).fill(busy) });
      await Promise.all([0, 1, 2, 3].map((lane) => inTurn(changes.filter((_, n) => n % 4 === lane))));
      await compare();
      expect(await recountSurvey(fixture.database, { account: savanna, survey: uuid })).toBe(0);
    }),
    { numRuns: 6, endOnFailure: true },
  );
}, 240_000);
const busy: Place = {
  ...{ disposition: "started", question: 1, channel: "web", current: null, language: "en", run: null, hour: 1 },
  dry: false,
};
async function inTurn(changes: readonly Change[]): Promise<void> {
  for (const made of changes)
    await apply(made).catch((error: unknown) => {
      // Another deletes the response in the same moment, or each waits for the other: nothing was done.
      if (!isCollision(error)) throw error;
    });
}

test("an answer and a move of its session at the same moment wait for each other", async () => {
  const { db } = fixture.database;
  const answer = "answer" as const;
  for (const first of ["answer", "move"]) {
    await empty();
    await apply({ kind: "begin", places: [busy] });
    let second: Promise<void> | undefined;
    await inAccount(db, savanna, async (trx) => {
      const moved = sql`update survey.sessions set disposition = 'completed', ended_at = now() where id = ${sql.raw(one(0))}`;
      const given = { kind: answer, session: 0, question: 3, what: 1 };
      const made = sql`insert into survey.answers (customer_account, session_id, question_id, answer)
        select ${savanna}, id, ${questions[3]?.id}::bigint, '{"kind": "number", "number": 4}' from ${sql.raw(one(0))} x`;
      await (first === "answer" ? made : moved).execute(trx);
      let done = false;
      const other =
        first === "answer" ? apply({ kind: "move", session: 0, to: { ...busy, language: "sw" } }) : apply(given);
      second = other.finally(() => {
        done = true;
      });
      // It waits for this transaction, or has ended already.
      await vi.waitFor(async () => expect(done || (await countWaiting()) > 0).toBe(true), { timeout: 10_000 });
    });
    await second;
    expect(await recountSurvey(fixture.database, { account: savanna, survey: uuid })).toBe(0);
  }
});
async function countWaiting(): Promise<number> {
  const { rows } = await asOwner(
    fixture.database.url,
    "select from pg_locks l join pg_database d on d.datname = current_database() where not l.granted",
  );
  return rows.length;
}

test("results are filtered by language, exact state, run and the channel that was ended on, and the list has the same rows", async () => {
  await empty();
  const completed: Place = { ...busy, disposition: "completed", question: null };
  await apply({
    kind: "begin",
    places: [busy, completed, { ...completed, channel: "sms", current: "whatsapp", run: 1 }],
  });
  await apply({
    kind: "begin",
    places: [
      { ...completed, language: "sw" },
      { ...busy, disposition: "breakoff", run: 0 },
    ],
  });
  const [first, second] = await fixture.rows<{ id: number }>("select id from survey.instances order by id");
  const expected: [object, number][] = [
    [{}, 3],
    [{ language: "sw" }, 1],
    [{ run: second?.id }, 1],
    [{ run: first?.id }, 0],
    [{ run: first?.id, state: "all" }, 1],
    [{ last_channel: "whatsapp" }, 1],
    [{ last_channel: "sms" }, 0],
    [{ channel: "sms" }, 1],
    // The exact state is what counts, whatever else is asked for.
    [{ disposition: "breakoff" }, 1],
    [{ disposition: "started", state: "completed" }, 1],
  ];
  for (const [query, count] of expected) {
    const { counted } = await fixture.must<SurveyStatistics>(200, "statistics", { query, body: { survey: uuid } });
    const list = await fixture.must<{ total: number }>(200, "responses", { query, body: { survey: uuid } });
    expect({ query, counted, listed: list.total }).toEqual({ query, counted: count, listed: count });
  }
  const { by_channel, runs } = await fixture.must<SurveyStatistics>(200, "statistics", { body: { survey: uuid } });
  expect(by_channel).toEqual([
    { channel: "web", last_channel: "web", sessions: 4, completed: 2 },
    { channel: "sms", last_channel: "whatsapp", sessions: 1, completed: 1 },
  ]);
  expect(runs.map(({ name }) => name)).toEqual(["Run 2", "Run 1"]);
});

test("folding leaves no change and no empty count behind", async () => {
  await empty();
  await apply({ kind: "begin", places: [busy] });
  await apply({ kind: "answer", session: 0, question: 0, what: 1 });
  await foldTallies(fixture.database, { error: (fields: object) => expect(fields).toEqual({}) });
  expect(await kept("tally_changes")).toEqual([{ count: 0 }]);
  expect((await kept("tallies"))[0]?.count).toBeGreaterThan(0);
  await empty();
  expect((await kept("tally_changes"))[0]?.count).toBeGreaterThan(0);
  await foldTallies(fixture.database, { error: (fields: object) => expect(fields).toEqual({}) });
  expect([await kept("tally_changes"), await kept("tallies")]).toEqual([[{ count: 0 }], [{ count: 0 }]]);
});

test("counts that are wrong are repaired by counting again", async () => {
  await empty();
  await apply({ kind: "begin", places: [busy, busy] });
  await apply({ kind: "answer", session: 0, question: 3, what: 1 });
  await inAccount(fixture.database.db, savanna, (trx) => foldChanges(trx, savanna, survey));
  await fixture.rows(
    `update survey.tallies set count = count + 5, total = total + 1 where survey_id = ${survey} and value <> 'stopped'`,
  );
  await fixture.rows(`delete from survey.tallies where survey_id = ${survey} and value = 'stopped'`);
  expect(await recountSurvey(fixture.database, { account: savanna, survey: uuid })).toBeGreaterThan(0);
  await compare();
  expect(await recountSurvey(fixture.database, { account: savanna, survey: uuid })).toBe(0);
});

test("a survey that is deleted takes its counts with it", async () => {
  const made = await fixture.delivery();
  const begun = await fixture.begin(made.link);
  await fixture.answer(begun, { question: made.how, choices: [made.good] });
  await foldTallies(fixture.database, { error: (fields: object) => expect(fields).toEqual({}) });
  await fixture.answer(begun, { question: made.nps, text: "9" });
  const [{ id }] = (await fixture.rows<{ id: number }>(
    `select id from survey.surveys where uuid = '${made.uuid}'`,
  )) as [{ id: number }];
  await fixture.must(201, "deleteSurvey", { params: { uuid: made.uuid } });
  const left = await fixture.rows(`select from survey.tallies where survey_id = ${id}
    union all select from survey.tally_changes where survey_id = ${id}
    union all select from survey.tally_queue where survey_id = ${id}`);
  expect(left).toEqual([]);
});

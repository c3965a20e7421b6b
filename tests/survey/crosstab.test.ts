import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Crosstab } from "../../services/survey/contract.analysis";
import type { SurveyDetail, SurveySession } from "../../services/survey/contract.schemas";
import { type SurveyFixture, surveyFixture } from "./fixture";

let fixture: SurveyFixture;
let uuid: string;
let ids: Record<"sex" | "likes" | "nps" | "age" | "service" | "text", number>;
let choices: number[];

/** A response with its answers, as the database has it. */
type CrosstabAnswers = {
  sex?: number;
  likes?: number[];
  nps?: number;
  age?: number;
  service?: number;
  skipped?: boolean;
};
async function insert(given: readonly CrosstabAnswers[], disposition = "completed") {
  for (const { sex, likes, nps, age, service, skipped } of given) {
    const answers: [number, object][] = [];
    if (sex !== undefined) answers.push([ids.sex, { kind: "choices", choices: [choices[sex]] }]);
    if (likes) answers.push([ids.likes, { kind: "choices", choices: likes.map((at) => choices[at]) }]);
    if (skipped) answers.push([ids.likes, { kind: "skipped" }]);
    if (nps !== undefined) answers.push([ids.nps, { kind: "number", number: nps }]);
    if (age !== undefined) answers.push([ids.age, { kind: "number", number: age }]);
    if (service !== undefined)
      answers.push([ids.service, { kind: "rows", rows: [{ row: choices[5], choice: choices[service] }] }]);
    await fixture.rows(`with made as (
        insert into survey.sessions (customer_account, survey_id, version, channel, language, disposition, ended_at)
        select '100001', id, 1, 'web', 'en', '${disposition}', now() from survey.surveys where uuid = '${uuid}' returning id)
      insert into survey.answers (customer_account, session_id, question_id, answer)
      select '100001', made.id, a.question, a.answer from made, (values ${answers
        .map(([question, answer]) => `(${question}, '${JSON.stringify(answer)}'::jsonb)`)
        .join(", ")}) a (question, answer)`);
  }
}

beforeAll(async () => {
  fixture = await surveyFixture();
  ({ uuid } = await fixture.create());
  const sex = await fixture.question(uuid, { type: "single", text: "Sex?" }, ["Woman", "Man"]);
  const likes = await fixture.question(uuid, { type: "multiple", text: "What do you like?", required: false }, [
    "Tea",
    "Milk",
    "Juice",
  ]);
  const nps = await fixture.question(uuid, { type: "nps", text: "Recommend us?", required: false });
  const age = await fixture.question(uuid, { type: "number", text: "How old?", required: false });
  const service = await fixture.question(uuid, { type: "matrix", text: "Rate us", required: false }, [
    "Price",
    "Good",
    "Poor",
  ]);
  const text = await fixture.question(uuid, { type: "text", text: "Why?", required: false });
  const [price = 0, good = 0, poor = 0] = service.options.map(({ id }) => id);
  await fixture.rows(`update survey.choices set role = 'row' where id = ${price}`);
  await fixture.must<SurveyDetail>(201, "publishSurvey", { params: { uuid } });
  ids = { sex: sex.id, likes: likes.id, nps: nps.id, age: age.id, service: service.id, text: text.id };
  choices = [...sex.options, ...likes.options].map(({ id }) => id).concat(price, good, poor);
  await insert([
    { sex: 0, likes: [2, 3], nps: 10, age: 23, service: 6 },
    { sex: 0, likes: [2], nps: 9, age: 31 },
    { sex: 0, skipped: true, nps: 3, age: 68 },
    { sex: 1, likes: [3], nps: 8, age: 44, service: 7 },
    { sex: 1 },
  ]);
  await insert([{ sex: 1, likes: [2], nps: 0 }], "breakoff");
});
afterAll(() => fixture.close());

const crosstab = (rows: string | number, columns: string | number, query: object = {}) =>
  fixture.must<Crosstab>(200, "crosstab", {
    query: { rows: String(rows), columns: String(columns), ...query },
    body: { survey: uuid },
  });
const listed = async (answers: string, query: object = {}) =>
  (
    await fixture.must<{ data: SurveySession[] }>(200, "responses", {
      query: { answers, ...query },
      body: { survey: uuid },
    })
  ).data;

describe("a cross-tab", () => {
  test("offers closed questions and the rows of a matrix, and has no table before two are chosen", async () => {
    const { axes, table } = await fixture.must<Crosstab>(200, "crosstab", { body: { survey: uuid } });
    expect(table).toBeNull();
    expect(axes).toEqual([
      { key: `${ids.sex}`, label: "1. Sex?" },
      { key: `${ids.likes}`, label: "2. What do you like?" },
      { key: `${ids.nps}`, label: "3. Recommend us?" },
      { key: `${ids.age}`, label: "4. How old?" },
      { key: `${ids.service}.${choices[5]}`, label: "5. Rate us: Price" },
    ]);
    expect((await crosstab(ids.sex, ids.text)).table).toBeNull();
    expect((await crosstab(ids.sex, "999999")).table).toBeNull();
    expect((await crosstab(ids.sex, "no axis")).table).toBeNull();
  });

  test("counts responses that answered both, and a response with several choices in each of them", async () => {
    const { table } = await crosstab(ids.sex, ids.likes);
    expect(table?.rows.groups.map(({ label }) => label)).toEqual(["Woman", "Man"]);
    expect(table?.columns.groups.map(({ label }) => label)).toEqual(["Tea", "Milk", "Juice"]);
    expect(table?.cells).toEqual([
      [2, 1, 0],
      [0, 1, 0],
    ]);
    // Two women answered both, though they are in three cells.
    expect([table?.rows.totals, table?.columns.totals, table?.answered]).toEqual([[2, 1], [2, 2, 0], 3]);
  });

  test("has groups of NPS, bands of numbers and rows of a matrix", async () => {
    const { table } = await crosstab(ids.nps, ids.age);
    expect(table?.rows.groups.map(({ label }) => label)).toEqual([
      "Detractors (0 to 6)",
      "Passives (7 and 8)",
      "Promoters (9 and 10)",
    ]);
    expect(table?.rows.totals).toEqual([1, 1, 2]);
    const ages = (table?.columns.groups ?? []).map(({ label }, at) => [label, table?.columns.totals[at]]);
    expect(ages.filter(([, count]) => count !== 0)).toEqual([
      ["20 to 24", 1],
      ["30 to 34", 1],
      ["40 to 44", 1],
      ["65 to 69", 1],
    ]);
    const rated = await crosstab(`${ids.service}.${choices[5]}`, ids.sex);
    expect(rated.table?.cells).toEqual([
      [1, 0],
      [0, 1],
    ]);
  });

  test("has the filters of the results", async () => {
    expect((await crosstab(ids.sex, ids.likes, { state: "all" })).table?.cells[1]).toEqual([1, 1, 0]);
    const women = await crosstab(ids.sex, ids.nps, { answers: `${ids.sex}:${choices[0]}` });
    expect(women.table?.rows.totals).toEqual([3, 0]);
  });

  test("has cells that open their responses, as many as they say", async () => {
    for (const [rows, columns] of [
      [ids.sex, ids.likes],
      [ids.nps, ids.age],
      [`${ids.service}.${choices[5]}`, ids.sex],
    ] as const) {
      const { table } = await crosstab(rows, columns);
      for (const [at, row] of (table?.rows.groups ?? []).entries())
        for (const [place, column] of (table?.columns.groups ?? []).entries()) {
          const found = await listed(`${rows}:${row.key},${columns}:${column.key}`);
          expect(found).toHaveLength(table?.cells[at]?.[place] ?? -1);
        }
    }
  });

  test("is of nobody else's surveys", async () => {
    const asked = { query: { rows: String(ids.sex), columns: String(ids.likes) }, body: { survey: uuid } };
    expect((await fixture.ask("crosstab", asked, "other")).status).toBe(404);
    expect((await fixture.ask("crosstab", asked, "nobody")).status).toBe(403);
  });
});

test("an odd filter by answers filters nothing", async () => {
  for (const odd of ["x", "1:2:3", "1:~a,b", "1:~.*", "1:~[", Array.from({ length: 11 }, () => "1:2").join(",")])
    expect(await listed(odd)).toHaveLength(5);
});

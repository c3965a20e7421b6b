import { expect, test } from "vitest";
import { fileColumns } from "../../app/kit/lists/definition";
import { responses } from "../../app/survey/$uuid.responses.list";
import { AnswerHistory } from "../../app/survey/results/answer-history";
import { codebookFile } from "../../app/survey/results/codebook-file";
import { codedFile } from "../../app/survey/results/coded-responses";
import { FilterChips, filterQuery, KeptFilters } from "../../app/survey/results/filter-chips";
import { FoundTexts } from "../../app/survey/results/found-texts";
import { QuotaCells } from "../../app/survey/results/quota-cells";
import { ResponseDetails } from "../../app/survey/results/response-details";
import { WordCounts } from "../../app/survey/results/word-counts";
import type { SurveyResponse } from "../../services/survey/contract.responses";
import type { SurveyDetail } from "../../services/survey/contract.schemas";
import { asQuestion } from "../../services/survey/store/questions";
import { render } from "../kit-ui/render";
import { questionOf } from "../rules/survey/graph-of";

const uuid = "9f0d6a4e-0000-4000-8000-000000000001";
const questions = [
  questionOf({ type: "single", text: "Sex?", choices: ["Woman", "Man"] }),
  questionOf({ type: "text", text: "Why?" }, 1),
].map(asQuestion);
const survey = { uuid, title: "Delivery", languages: ["en"], ending: {}, questions } as unknown as SurveyDetail;

const textIn = (html: string) => html.replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");

test("each limit has its target, what is reached and what is open, and opens its responses", async () => {
  const quota = (id: number, choice_id: number, taken: number) => ({
    id,
    question_id: 1,
    choice_id,
    max_count: 1_200,
    taken,
  });
  const quotas = [quota(1, 11, 1_200), quota(2, 12, 150)];
  const html = await render(<QuotaCells survey={{ ...survey, quotas, quota_cells: [] }} />);
  expect(textIn(html)).toContain("Woman Sex? 1,200 1,200 0 Man Sex? 1,200 150 1,050");
  expect(textIn(html)).toContain("1,050 open.");
  expect(html).toContain(`href="/survey/${uuid}/responses?choice=12"`);
  expect(await render(<QuotaCells survey={{ ...survey, quotas: [], quota_cells: [] }} />)).toBe("");
});

test("words say how many answers they are of, and that there are older ones", async () => {
  const found = { questions: [], question: 2, read: 10_000, more: true, words: [{ word: "late", count: 1_234 }] };
  const to = (word: string) => `/to/${word}`;
  const html = await render(<WordCounts found={found} to={to} />);
  expect(textIn(html)).toContain("Of the newest 10,000 answers. There are older ones");
  expect(textIn(html)).toContain("1,234");
  expect(html).toContain('href="/to/late"');
  expect(textIn(await render(<WordCounts found={{ ...found, read: 1, more: false }} to={to} />))).toContain(
    "Of 1 answer.",
  );
});

test("a response shows what people typed, with the words of the search marked and nothing of it as HTML", async () => {
  const ranks = new Map([[2, 2]]);
  const found = [
    { question: 2, understood: true, text: `${"They said ".repeat(20)}the <b>driver</b> was LATE` },
    { question: 9, understood: false, text: "lost & found" },
  ];
  const html = await render(<FoundTexts q="late driver" found={found} ranks={ranks} />);
  expect(html.match(/<mark[^>]*>[^<]*<\/mark>/g)?.map((mark) => textIn(mark).trim())).toEqual(["driver", "LATE"]);
  expect(textIn(html)).toMatch(/ 2\. …/);
  expect(html).toContain("&lt;b&gt;");
  expect(textIn(html)).toContain("Not understood: lost &amp; found");
  expect(textIn(await render(<FoundTexts q="0711" found={[]} ranks={ranks} />))).toContain("Phone number");
});

test("the list of responses has a column of what was found while it is searched, and files stay as they are", () => {
  const facts = { ...{ zone: "Africa/Nairobi", now: 0, uuid, title: "", languages: [], live: false }, answered: "" };
  const columns = (q: string) => responses.columns({ ...facts, q, questions: [], values: [] });
  expect(columns("late").filter((one) => !columns("").some(({ name }) => name === one.name))).toMatchObject([
    { name: "found", label: "Found in", fixed: true },
  ]);
  expect(fileColumns(columns("late"))).toMatchObject(fileColumns(columns("")).map(({ name }) => ({ name })));
  expect(fileColumns(columns("late"))).toHaveLength(fileColumns(columns("")).length);
});

test("the filters of the results are shown in words, can be removed, and stay in a form", async () => {
  const filters = { state: "all", channel: "sms", choice: 12, answers: "1:11,2:~late", language: "sw" };
  const search = "?state=all&channel=sms&choice=12&answers=1:11,2:~late&language=sw&rows=1";
  const html = await render(<FilterChips survey={survey} filters={filters} search={search} keeps={["rows"]} />);
  const text = textIn(html).replace(/ : /g, ": ");
  for (const chip of ["Answers of: All", "Choice: Man", "Answers: Sex?: Woman; Why?: “late”", "Language: Kiswahili"])
    expect(text).toContain(chip);
  expect(html).toContain('href="/?rows=1"');
  const form = await render(
    <form>
      <KeptFilters filters={filters} />
    </form>,
  );
  expect(form.match(/type="hidden"/g)).toHaveLength(5);
  expect(filterQuery({ state: "completed", channel: "sms" })).toEqual({ state: undefined, channel: "sms" });
  const none = await render(<FilterChips survey={survey} filters={{ state: "completed" }} search="" keeps={[]} />);
  expect(none).toBe("");
});

test("an answer can be corrected where that is possible, and has what it was before under it", async () => {
  const response = {
    ...{ id: 7, language: "en", questions, left_out: {}, turns: [], values: [], calculated: {} },
    answers: { "1": "Man", "2": "Late" },
  } as unknown as SurveyResponse;
  const edit = { question: 1, before: "Woman", by: "Otieno", at: "2026-11-27T10:00:00.000Z", reason: "Heard <wrong>" };
  const html = await render(
    <ResponseDetails uuid={uuid} response={response} edits={{ edits: [edit], editable: [2] }} zone="Africa/Nairobi" />,
  );
  expect(html).toContain(`href="/survey/${uuid}/responses/7/answers/2"`);
  expect(html).not.toContain("answers/1");
  expect(html).toContain("Heard &lt;wrong&gt;");
  expect(textIn(html)).toMatch(/Sex\? Man Corrected by Otieno, .* Before: “Woman”\. Reason: Heard/);
  const left = await render(<AnswerHistory edits={[{ ...edit, before: "", by: "" }]} zone="Africa/Nairobi" />);
  expect(textIn(left)).toMatch(/Corrected by a program, .* Before: left out\./);
});

test("the codebook's file has a row for each value, and the names of files are safe", () => {
  const variable = { name: "sex", label: "Sex?", type: "number" as const, width: 0, decimals: 0 };
  const values = [{ value: 11, label: "Woman" }];
  const missing = [{ value: -9, label: "Not asked" }];
  const { rows } = codebookFile({
    variables: [
      { ...variable, values, missing },
      { ...variable, name: "why", type: "text", values: [], missing: [] },
    ],
  });
  expect(rows).toEqual([
    ["sex", "Sex?", "number", 11, "Woman", ""],
    ["sex", "Sex?", "number", -9, "Not asked", "yes"],
    ["why", "Sex?", "text", "", "", ""],
  ]);
  expect(codedFile('What\'s "new"/old?')).toBe("codes-What-s-new-old-");
});

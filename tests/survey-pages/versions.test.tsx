import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { AnswerFieldForm, saveAnswerFields } from "../../app/kit/survey-runs/map-answers.server";
import { DifferenceList } from "../../app/survey/versions/difference-list";
import { VersionTable } from "../../app/survey/versions/version-table";
import { render } from "../kit-ui/render";

const words = (html: string) =>
  html
    .replace(/<[^>]*>/g, " ")
    .replace(/\s+/g, " ")
    .trim();

test("differences are told by what they are about, with the side that there is", async () => {
  const html = await render(
    <DifferenceList
      differences={[
        { part: "end text", kind: "removed", words: "End text 1: removed", before: "Bye.", after: "" },
        { part: "question", kind: "added", words: "Question 2: added", before: "", after: "Why?\nText" },
        { part: "question", kind: "changed", words: "Question 1: note changed", before: "", after: "Wait." },
      ]}
    />,
  );
  expect(words(html)).toBe(
    [
      ...["Questions", "Question 2: added After Why? Text"],
      ...["Question 1: note changed Before Nothing After Wait."],
      ...["End texts", "End text 1: removed Before Bye."],
    ].join(" "),
  );
});

test("each version leads to what is different since the one before it, and the draft to what is different since the last", async () => {
  const at = "2026-11-27T09:00:00Z";
  const html = await render(
    <VersionTable
      uuid="9f0d6a4e-0000-4000-8000-000000000001"
      edited
      zone="Africa/Nairobi"
      versions={[
        { version: 2, by: "Otieno", at, open: 1, ended: 1_200 },
        { version: 1, by: "", at, open: 0, ended: 3 },
      ]}
    />,
  );
  const links = [...html.matchAll(/href="[^"?]*\?([^"]*)"/g)].map(([, query = ""]) => query.replaceAll("&amp;", "&"));
  expect(links).toEqual(["before=2&after=0", "before=1&after=2"]);
  expect(words(html)).toContain("Otieno 1 1,200");
  expect(words(html)).toMatch(/A program 0 3 The first version$/);
});

test("the form of contact fields posts those of calculated values beside those of answers", async () => {
  const form = new FormData();
  form.append("question_id", "4");
  form.append("field", "mark");
  form.append("calculated_id", "7");
  form.append("value_field", "share");
  form.append("calculated_id", "8");
  form.append("value_field", "");
  const submission = parseWithZod(form, { schema: AnswerFieldForm });
  if (submission.status !== "success") throw new Error("the form was not read");
  const sent: object[] = [];
  const setAnswerFields = async (input: object) => {
    sent.push(input);
    return { status: 422, body: { status: 422, message: "No." } };
  };
  const post = {
    ...{ api: { survey: { setAnswerFields } }, params: { id: "3" }, value: submission.value },
    refuse: (body: object) => body,
  };
  await saveAnswerFields("/survey/configure/:id", post as never);
  expect(sent).toEqual([
    {
      params: { id: 3 },
      body: {
        data: [{ question_id: 4, field: "mark" }],
        values: [
          { calculated_id: 7, field: "share" },
          { calculated_id: 8, field: "" },
        ],
      },
    },
  ]);
});

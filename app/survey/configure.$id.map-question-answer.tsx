// /survey/configure/:id/map-question-answer - which fields of the contacts get the answers of a run
import { useActionData, useLoaderData } from "@remix-run/react";
import { MapAnswers } from "../kit/survey-runs/map-answers";
import { AnswerFieldForm, loadAnswerFields, saveAnswerFields } from "../kit/survey-runs/map-answers.server";
import { titledBy } from "../kit/title";
import { act, page } from "../shell/page.server";

const path = "/survey/configure/:id/map-question-answer";

export const meta = titledBy<typeof loader>(({ data }) => data?.run.name ?? "Contact fields");

export const loader = page(path, loadAnswerFields);

export const action = act(path, AnswerFieldForm, (given) => saveAnswerFields("/survey/configure/:id", given));

export default function MapQuestionAnswer() {
  return <MapAnswers {...useLoaderData<typeof loader>()} last={useActionData<typeof action>()} />;
}

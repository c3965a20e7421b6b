import { z } from "zod";
import { href } from "../../href";
import { done, expectStatus } from "../../shell/page.server";
import { typedText } from "../typed-fields";
import type { RunBase } from "./base";
import { loadRun, parseRunId, type RunPost, type RunRequest } from "./run.server";

/** The questions and values of a run with the contact fields that get them, and the fields that the group has. */
export async function loadAnswerFields(given: RunRequest) {
  const { api } = given;
  const run = await loadRun(given);
  const mapped = await api.survey.answerFields({ params: { id: run.id } });
  const groups = await api.messaging.allGroups({ query: { type: "sms" } });
  // Whoever may not see the groups can type a field still.
  const group = groups.status === 200 ? groups.body.data.find(({ id }) => id === run.group_id) : undefined;
  const { data: questions, values } = expectStatus(mapped, 200);
  return { run, questions, values, known: group?.field_names ?? [] };
}

const texts = z.array(typedText).default([]);
export const AnswerFieldForm = z.object({
  ...{ question_id: texts, field: texts },
  ...{ calculated_id: texts, value_field: texts },
});

/** Keeps which contact fields get the answers and the calculated values. */
export async function saveAnswerFields(
  base: RunBase,
  { api, params, value, refuse, from }: RunPost<z.output<typeof AnswerFieldForm>>,
) {
  const id = parseRunId(params.id);
  const data = value.question_id.map((question, at) => ({
    ...{ question_id: Number(question) || 0, field: value.field[at] ?? "" },
  }));
  const values = value.calculated_id.map((calculated, at) => ({
    ...{ calculated_id: Number(calculated) || 0, field: value.value_field[at] ?? "" },
  }));
  const saved = await api.survey.setAnswerFields({ params: { id }, body: { data, values } });
  return saved.status === 201
    ? done(from, href(`${base}/map-question-answer`, { id }), "Contact fields saved")
    : refuse(saved.body);
}

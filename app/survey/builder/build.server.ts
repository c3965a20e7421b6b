import { z } from "zod";
import { choiceRoles, operands, questionTypes } from "../../../rules/survey/graph";
import type { Problem } from "../../../services/kit/contract";
import type { ServiceClients } from "../../../services/modules";
import type { SurveyDetail } from "../../../services/survey/contract.schemas";
import { typedCheck, typedId, typedList, typedText, unknownIntent } from "../../kit/typed-fields";
import { changeLimits, limitForms } from "./limits.server";

const type = z.enum(questionTypes, { error: "Choose a type." });
const texts = z.array(typedText).default([]);

/** The forms of the builder. */
export const BuildFields = z.discriminatedUnion(
  "intent",
  [
    z.object({ intent: z.literal("add"), type, text: typedText }),
    z.object({
      intent: z.literal("save"),
      question: typedId,
      type,
      name: typedText,
      text: typedText,
      required: typedCheck,
      max_rating: typedText,
      min: typedText,
      max: typedText,
      choice_id: texts,
      choice_text: texts,
      choice_words: texts,
      choice_role: texts,
      random_order: typedCheck,
      section_title: typedText,
      section_text: typedText,
      random_section: typedCheck,
      interviewer_note: typedText,
    }),
    z.object({ intent: z.literal("up"), question: typedId }),
    z.object({ intent: z.literal("down"), question: typedId }),
    z.object({ intent: z.literal("delete"), question: typedId }),
    z.object({
      intent: z.literal("condition"),
      question: typedId,
      asked: typedId,
      calculated: typedId,
      operand: z.enum(operands, { error: "Choose how to compare." }),
      value: typedText,
      values: typedList,
      target: typedId,
    }),
    z.object({ intent: z.literal("remove-condition"), condition: typedId }),
    z.object({ intent: z.literal("quota"), choice: typedId, max_count: typedText }),
    ...limitForms,
    z.object({ intent: z.literal("publish") }),
  ],
  unknownIntent,
);
type Fields = z.output<typeof BuildFields>;
type BuildRefusal = { status: number; body: Problem };
/** What became of it: words for the notice and the question to show, or why not. */
export type BuildOutcome = { said: string; question?: number | undefined } | BuildRefusal;

/** Does what a form of the builder asks for. */
export async function build(
  { survey: api }: Pick<ServiceClients, "survey">,
  survey: SurveyDetail,
  value: Fields,
): Promise<BuildOutcome> {
  switch (value.intent) {
    case "add": {
      const { type: chosen, text } = value;
      const added = await api.createQuestion({ body: { survey: survey.uuid, type: chosen, text } });
      return added.status === 201 ? { said: "Question added", question: added.body.question?.id } : added;
    }
    case "save":
      return saveQuestion(api, value);
    case "up":
    case "down":
      return moveQuestion(api, survey, value);
    case "delete": {
      const gone = await api.deleteQuestion({ params: { id: value.question } });
      return gone.status === 201 ? { said: "Question deleted" } : gone;
    }
    case "condition": {
      const { question, asked, calculated, operand, target } = value;
      const body = {
        ...{ question_id: question, asked: asked === question ? null : asked || null, operand, target: target || null },
        ...(calculated ? { calculated } : {}),
        value: value.values.length > 0 ? value.values.join(",") : value.value,
      };
      const added = await api.createCondition({ body });
      return added.status === 201 ? { said: "Condition added", question } : added;
    }
    case "remove-condition": {
      const gone = await api.deleteCondition({ params: { id: value.condition } });
      return gone.status === 201 ? { said: "Condition removed", question: gone.body.question?.id } : gone;
    }
    case "quota": {
      const limit = value.max_count === "" ? 0 : Number(value.max_count.replaceAll(",", ""));
      if (!Number.isInteger(limit)) return refusal("max_count", "Enter a whole number.");
      const set = await api.setQuota({ body: { choice_id: value.choice, max_count: limit } });
      const of = survey.questions.find(({ options }) => options.some(({ id }) => id === value.choice));
      return set.status === 201 ? { said: "Limit saved", question: of?.id } : set;
    }
    case "limit-add":
    case "limit-save":
    case "limit-remove":
      return changeLimits({ survey: api }, survey, value);
    case "publish": {
      const published = await api.publishSurvey({ params: { uuid: survey.uuid } });
      return published.status === 201 ? { said: "Survey published" } : published;
    }
  }
}

function refusal(field: string, message: string): BuildRefusal {
  return { status: 422, body: { status: 422, message, errors: { [field]: [message] } } };
}

async function saveQuestion(
  api: ServiceClients["survey"],
  value: Extract<Fields, { intent: "save" }>,
): Promise<BuildOutcome> {
  const options = value.choice_text.flatMap((text, at) => {
    if (text.trim() === "") return [];
    const words = (value.choice_words[at] ?? "").split(",").flatMap((word) => word.trim() || []);
    const role = choiceRoles.find((one) => one === value.choice_role[at]) ?? "normal";
    return [{ id: Number(value.choice_id[at]) || null, text, aliases: words, role }];
  });
  const saved = await api.updateQuestion({
    params: { id: value.question },
    body: {
      ...{ type: value.type, name: value.name, text: value.text, required: value.required },
      ...{ min: value.min, max: value.max },
      max_rating: Number(value.max_rating) || 5,
      // Choices of a type that has none are not shown; they come back with the type.
      ...(value.choice_text.length > 0 ? { options, random_order: value.random_order } : {}),
      section: { title: value.section_title, text: value.section_text },
      random_section: value.random_section,
      interviewer_note: value.interviewer_note,
    },
  });
  if (saved.status === 201) return { said: "Question saved", question: value.question };
  return { ...saved, body: { ...saved.body, errors: atRows(saved.body.errors) } };
}

/** "options.2.text" is the third choice's row. */
function atRows(errors: Problem["errors"]): Problem["errors"] {
  if (!errors) return errors;
  return Object.fromEntries(
    Object.entries(errors).map(([name, words]) => [name.startsWith("options") ? "choice_text" : name, words]),
  );
}

async function moveQuestion(
  api: ServiceClients["survey"],
  survey: SurveyDetail,
  { intent, question }: { intent: "up" | "down"; question: number },
): Promise<BuildOutcome> {
  const ids = survey.questions.map(({ id }) => id);
  const at = ids.indexOf(question);
  const to = at + (intent === "up" ? -1 : 1);
  if (at < 0 || to < 0 || to >= ids.length) return { said: "It is there already", question };
  ids.splice(at, 1);
  ids.splice(to, 0, question);
  const ranked = await api.rankQuestions({ body: { survey: survey.uuid, questions: ids } });
  return ranked.status === 201 ? { said: "Question moved", question } : ranked;
}

import { z } from "zod";
import { choiceRoles, endOutcomes, languageCodes, operands, questionTypes } from "../../rules/survey/graph";
import { interactionModeIds } from "../../rules/survey/pages";
import { questionName } from "../../rules/survey/piping";
import { dispositions } from "../../rules/survey/sessions";
import { categoryIds, channelIds } from "./contract.catalogue";
import { QuotaCell } from "./contract.limits";

export const needs = { permissions: ["Create Surveys"], products: ["Surveys"] } as const;

export const surveyStatuses = ["draft", "published", "closed"] as const;
export type SurveyStatus = (typeof surveyStatuses)[number];

export const Count = z.number().int();
const Text = z.record(z.string(), z.string());
/** What a list is searched for. */
export const search = z.string().trim().max(100).default("").catch("");

export const uuid = z.string().regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i, "There is no such survey.");

export const Choice = z.object({
  id: Count,
  rank: Count,
  text: Text,
  aliases: z.array(z.string()),
  role: z.enum(choiceRoles),
});
export type Choice = z.infer<typeof Choice>;

export const QuestionCondition = z.object({
  id: Count,
  rank: Count,
  asked: Count.nullable(),
  /** The calculated value that is compared in the place of an answer. */
  calculated: Count.nullable(),
  operand: z.enum(operands),
  value: z.string(),
  target: Count.nullable(),
});
export type QuestionCondition = z.infer<typeof QuestionCondition>;

export const Question = z.object({
  id: Count,
  rank: Count,
  type: z.enum(questionTypes),
  /** What other texts call its answer: `{{name}}`; empty: only `{{id}}` does. */
  name: z.string(),
  text: Text,
  required: z.boolean(),
  /** What interviewers are told beside it; nobody else sees it. */
  interviewer_note: z.string(),
  max_rating: Count,
  min: z.number().nullable(),
  max: z.number().nullable(),
  /** Each session has the choices in an order of its own. */
  random_order: z.boolean(),
  /** The section that begins here; without a title none does. */
  section: z.object({ title: Text, text: Text }),
  /** Each session has this section in an order of its own with those beside it that are so, too. */
  random_section: z.boolean(),
  options: z.array(Choice),
  condition: z.array(QuestionCondition),
});
export type Question = z.infer<typeof Question>;

export const Survey = z.object({
  uuid: z.string(),
  title: z.string(),
  category: z.string(),
  interaction_mode: z.string(),
  channels: z.array(z.string()),
  languages: z.array(z.enum(languageCodes)),
  status: z.enum(surveyStatuses),
  version: Count,
  edited: z.boolean(),
  questions_count: Count,
  responses_count: Count,
  completed_count: Count,
  created_by: z.string(),
  created_at: z.string(),
});
export type Survey = z.infer<typeof Survey>;

export const Quota = z.object({
  id: Count,
  question_id: Count,
  choice_id: Count,
  max_count: Count,
  taken: Count,
});
export type Quota = z.infer<typeof Quota>;

export const Finding = z.object({ level: z.enum(["fault", "warning"]), question: Count.nullable(), text: z.string() });

/** A text for an outcome: the first of which the comparison is true is said. */
export const EndText = QuestionCondition.omit({ rank: true, target: true }).extend({
  outcome: z.enum(endOutcomes),
  text: Text,
});
/** A number that is worked out from answers. */
export const CalculatedValue = z.object({ id: Count, name: z.string(), expression: z.string() });

export const SurveyDetail = Survey.extend({
  /** Said at the end of a completed survey where no end text is. */
  ending: Text,
  end_texts: z.array(EndText),
  calculated: z.array(CalculatedValue),
  /** The public address's last part; null: it can't be answered on the web. */
  link: z.string().nullable(),
  /** The sites that may show its web page in a frame. */
  frame_origins: z.array(z.string()),
  questions: z.array(Question),
  /** The limits of one choice. */
  quotas: z.array(Quota),
  quota_cells: z.array(QuotaCell),
  /** A low answer that opens a ticket. */
  ticket_rule: z.object({ question_id: Count, at_most: Count }).nullable(),
  /** What keeps it from being published, and what is worth a look. */
  findings: z.array(Finding),
  versions: z.array(z.object({ version: Count, by: z.string(), at: z.string() })),
});
export type SurveyDetail = z.infer<typeof SurveyDetail>;

/** What a change of a question, a choice or a condition answers (R113). */
export const SurveyChange = z.object({
  status: Count,
  question: Question.nullable(),
  choice: Choice.nullable(),
  condition: QuestionCondition.nullable(),
});
export type SurveyChange = z.infer<typeof SurveyChange>;

export const language = z.enum(languageCodes, { error: "Choose a language." });
/** One value of a form field, or several. */
const listed = <T extends z.ZodType>(one: T) =>
  z.preprocess((given) => (typeof given === "string" ? [given] : given), z.array(one));

export const SurveyForm = z.strictObject({
  title: z
    .string({ error: "Enter a title." })
    .trim()
    .min(1, "Enter a title.")
    .max(200, "A title has at most 200 characters."),
  category: z.enum(categoryIds, { error: "Choose a category." }).default("other"),
  /** What is left out stays as it is; a new survey asks one question after the other. */
  interaction_mode: z.enum(interactionModeIds).optional(),
  channels: listed(z.enum(channelIds, { error: "Choose a channel." }))
    .pipe(z.array(z.enum(channelIds)).min(1, "Choose at least one channel.").max(4))
    .transform((chosen) => channelIds.filter((id) => chosen.includes(id)))
    .default([...channelIds]),
  languages: listed(language).pipe(z.array(language).min(1, "Choose a language.").max(9)).default(["en"]),
});

/** A number of a form, or of JSON; nothing: none. */
const number = z
  .preprocess(
    (given) =>
      given === "" || given === undefined
        ? null
        : typeof given === "string"
          ? Number(given.replaceAll(",", ""))
          : given,
    z
      .number({ error: "Enter a number." })
      .min(-1e12, "Enter a smaller number.")
      .max(1e12, "Enter a smaller number.")
      .nullable(),
  )
  .default(null);
const yes = z.preprocess(
  (given) => (typeof given === "string" ? ["true", "1", "on", "yes"].includes(given) : given),
  z.boolean(),
);
const questionText = z
  .string({ error: "Enter the question." })
  .trim()
  .min(1, "Enter the question.")
  .max(1_000, "A question has at most 1,000 characters.");
const choiceText = z
  .string({ error: "Enter the choice." })
  .trim()
  .min(1, "Enter the choice.")
  .max(200, "A choice has at most 200 characters.");
const aliases = listed(z.string().trim().min(1).max(60, "A word has at most 60 characters.")).pipe(
  z.array(z.string()).max(40, "At most 40 words."),
);

/** Letters of any case are taken, and kept small: people don't see a difference. */
export const referenceName = z
  .string()
  .trim()
  .toLowerCase()
  .refine((given) => given === "" || questionName.test(given), {
    error: "Use up to 30 letters, digits and underscores, and begin with a letter.",
  });

const questionFields = {
  type: z.enum(questionTypes, { error: "Choose a type." }),
  /** In the survey's first language. */
  text: questionText,
  required: yes.default(true),
  max_rating: z.coerce.number().int().min(2, "At least 2.").max(10, "At most 10.").default(5),
  min: number,
  max: number,
};

/** A section that begins at a question, in the survey's first language. An empty title ends it. */
export const sectionTitle = z.string().trim().max(200, "A title has at most 200 characters.");
export const sectionText = z.string().trim().max(1_000, "A text has at most 1,000 characters.");
const role = z.enum(choiceRoles, { error: "Choose what kind of choice it is." });

export const QuestionForm = z.strictObject({ survey: uuid, ...questionFields, name: referenceName.default("") });

/** Choices that are left out are deleted; one without an id is added. What is optional stays where it is not there. */
export const QuestionChanges = z.strictObject({
  ...questionFields,
  name: referenceName.optional(),
  random_order: z.boolean().optional(),
  random_section: z.boolean().optional(),
  interviewer_note: z.string().trim().max(500, "A note has at most 500 characters.").optional(),
  section: z
    .strictObject({ title: sectionTitle, text: sectionText.default("") })
    .refine(({ title, text }) => title !== "" || text === "", { error: "Enter a title.", path: ["title"] })
    .optional(),
  options: z
    .array(
      z.strictObject({
        id: z.int().positive().nullable().default(null),
        text: choiceText,
        aliases: aliases.default([]),
        role: role.optional(),
      }),
    )
    .max(50, "A question has at most 50 choices.")
    .optional(),
});

const id = z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER);

export const ChoiceForm = z.strictObject({
  question_id: id,
  text: choiceText,
  aliases: aliases.default([]),
  role: role.default("normal"),
});

export const ConditionForm = z.strictObject({
  question_id: id,
  /** Whose answer is compared; nothing: that to the question itself. */
  asked: id.nullable().default(null),
  /** A calculated value that is compared in its place. */
  calculated: id.nullable().default(null),
  operand: z.enum(operands, { error: "Choose how to compare." }),
  value: z.string().trim().max(500, "At most 500 characters.").default(""),
  /** Where the survey goes on; nothing: it ends. */
  target: id.nullable().default(null),
});

/**
 * Where people answer; `agent`: an interviewer asks them. A session that is gone on with elsewhere keeps the channel that
 * it began on.
 */
export const sessionChannels = ["web", "sms", "whatsapp", "agent"] as const;

export const SurveySession = z.object({
  id: Count,
  channel: z.enum(sessionChannels),
  /** Where it is gone on with, or ended. */
  last_channel: z.enum(sessionChannels),
  language: z.string(),
  version: Count,
  msisdn: z.string(),
  name: z.string(),
  disposition: z.enum(dispositions),
  begun_at: z.string(),
  active_at: z.string(),
  ended_at: z.string().nullable(),
  /** The ticket that a low answer opened. */
  ticket_id: Count.nullable(),
  /** Who asked, where interviewers did: their names between commas. */
  interviewers: z.string(),
  /** In words, by the question's id; those that don't count are left out. */
  answers: z.record(z.string(), z.string()),
  /** Calculated values by their ids; those without a value are not there. */
  calculated: z.record(z.string(), z.number()),
});
export type SurveySession = z.infer<typeof SurveySession>;

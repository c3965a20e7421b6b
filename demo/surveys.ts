import { questionPath } from "../rules/survey/conditions";
import type { SurveyAnswer, SurveyGraph, SurveyQuestion } from "../rules/survey/graph";
import type { Trx } from "../services/kit/database";
import { fillOldSurveys } from "./old-surveys";

const account = "100001";
const uuid = "5a1e0d00-0000-4000-8000-000000000001";
const link = "after-delivery-demo";
const aDay = 86_400_000;

const both = (en: string, sw: string) => ({ en, sw });

/** Asked after a delivery. Ids are set by the database; these are the places in it. */
const questions: (Pick<SurveyQuestion, "type" | "text" | "required"> & {
  choices?: { text: { en: string; sw: string }; aliases: string[] }[];
})[] = [
  {
    type: "single",
    text: both("How was your delivery?", "Uwasilishaji ulikuwaje?"),
    required: true,
    choices: [
      { text: both("Very good", "Nzuri sana"), aliases: ["safi"] },
      { text: both("Good", "Nzuri"), aliases: ["ok"] },
      { text: both("Fair", "Wastani"), aliases: ["sawa tu"] },
      { text: both("Poor", "Mbaya"), aliases: [] },
    ],
  },
  {
    type: "single",
    text: both("What went wrong?", "Tatizo lilikuwa nini?"),
    required: true,
    choices: [
      { text: both("It was late", "Ilichelewa"), aliases: ["late"] },
      { text: both("It was damaged", "Iliharibika"), aliases: ["broken"] },
      { text: both("The wrong item", "Bidhaa si sahihi"), aliases: [] },
    ],
  },
  { type: "text", text: both("Please tell us more.", "Tafadhali tuambie zaidi."), required: false },
  {
    type: "nps",
    text: both("How likely are you to recommend us?", "Je, unaweza kutupendekeza kwa wengine?"),
    required: true,
  },
  { type: "yes_no", text: both("May we call you about it?", "Je, tunaweza kukupigia?"), required: true },
];

/** Answers by place: how it was, what went wrong, more about it, the mark, a call. Shorter ones were not ended. */
const given: (number | string | boolean)[][] = [
  [0, 9, true],
  [0, 10, false],
  [1, 8, false],
  [3, 0, "Three days late, and nobody called.", 2, true],
  [0, 10, true],
  [1, 7, false],
  [2, 0, "", 6, false],
  [1, 9, false],
  [3, 1, "The box was open.", 3, true],
  [0, 9, false],
  [1],
  [3],
  [0, 10, false],
  [2, 2],
];

/** A published survey of the demo with its responses. */
export async function fillSurveys(trx: Trx, customer_account: string): Promise<void> {
  if (customer_account !== account) return;
  const { id: survey_id } = await trx
    .insertInto("survey.surveys")
    .values({
      ...{ customer_account, uuid, link, title: "After delivery", category: "satisfaction" },
      ...{
        interaction_mode: "conversation",
        channels: ["sms", "whatsapp", "web"],
        languages: ["en", "sw"],
        status: "published",
      },
      ...{ version: 1, created_by: "Wanjiru Maina", created_at: new Date(Date.now() - 21 * aDay) },
      ending: JSON.stringify(both("Thank you. We read every answer.", "Asante. Tunasoma kila jibu.")),
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx.insertInto("survey.links").values({ token: link, customer_account, survey_id }).execute();
  const graph = await fillQuestions(trx, survey_id);
  await trx
    .insertInto("survey.versions")
    .values({ customer_account, survey_id, version: 1, graph: JSON.stringify(graph), by: "Wanjiru Maina" })
    .execute();
  for (const [at, answers] of given.entries()) await fillSession(trx, { survey_id, graph }, at, answers);
  await fillInterview(trx, { survey_id, graph });
  // Prepared for SMS, and sent to nobody until somebody chooses whom to ask.
  const { id: instance_id } = await trx
    .insertInto("survey.instances")
    .values({ customer_account, survey_id, name: "December deliveries", language: "en", created_by: "Wanjiru Maina" })
    .returning("id")
    .executeTakeFirstOrThrow();
  await trx
    .insertInto("survey.recipients")
    .values({ customer_account, instance_id, msisdn: "+254711000001", name: "Amina Hassan" })
    .execute();
  await fillOldSurveys(trx, customer_account);
}

async function fillQuestions(trx: Trx, survey_id: number): Promise<SurveyGraph> {
  const made: SurveyQuestion[] = [];
  for (const [at, { type, text, required, choices = [] }] of questions.entries()) {
    const { id } = await trx
      .insertInto("survey.questions")
      .values({ customer_account: account, survey_id, rank: at + 1, type, text: JSON.stringify(text), required })
      .returning("id")
      .executeTakeFirstOrThrow();
    const options: SurveyQuestion["choices"] = [];
    for (const [place, choice] of choices.entries()) {
      const row = { customer_account: account, question_id: id, rank: place + 1, aliases: choice.aliases };
      const option = await trx
        .insertInto("survey.choices")
        .values({ ...row, text: JSON.stringify(choice.text) })
        .returning("id")
        .executeTakeFirstOrThrow();
      options.push({ id: option.id, ...choice, role: "normal" });
    }
    const none = {
      max_rating: 5,
      min: null,
      max: null,
      random_order: false,
      random_section: false,
      interviewer_note: "",
      section: { title: {}, text: {} },
    };
    made.push({ id, type, name: "", text, required, choices: options, ...none, conditions: [] });
  }
  const [first, , , nps] = made;
  if (!first || !nps) throw new Error("the survey has no questions");
  const value = first.choices
    .slice(0, 2)
    .map(({ id }) => id)
    .join(",");
  const row = { operand: "is one of" as const, value };
  const { id } = await trx
    .insertInto("survey.conditions")
    .values({ customer_account: account, question_id: first.id, rank: 1, target_id: nps.id, ...row })
    .returning("id")
    .executeTakeFirstOrThrow();
  first.conditions.push({ id, asked: null, calculated: null, target: nps.id, ...row });
  const ending = both("Thank you. We read every answer.", "Asante. Tunasoma kila jibu.");
  return { languages: ["en", "sw"], questions: made, ending, end_texts: [], calculated: [] };
}

type DemoSurvey = { survey_id: number; graph: SurveyGraph };

async function fillSession(
  trx: Trx,
  { survey_id, graph }: DemoSurvey,
  at: number,
  said: (number | string | boolean)[],
): Promise<void> {
  const begun = new Date(Date.now() - (20 - at) * aDay - at * 1_234_000);
  const answers = new Map<number, SurveyAnswer>();
  const turns: { question_id: number; incoming: boolean; text: string }[] = [];
  for (const value of said) {
    const { next } = questionPath(graph, answers);
    if (!next) break;
    answers.set(next.id, answerOf(next, value));
    const choice = typeof value === "number" ? next.choices[value]?.text.en : undefined;
    turns.push({ question_id: next.id, incoming: false, text: next.text.en ?? "" });
    turns.push({
      question_id: next.id,
      incoming: true,
      text: choice ?? (value === true ? "Yes" : value === false ? "No" : String(value)),
    });
  }
  const { next } = questionPath(graph, answers);
  const ended_at = next ? null : new Date(begun.getTime() + 180_000);
  const { id: session_id } = await trx
    .insertInto("survey.sessions")
    .values({
      ...{ customer_account: account, survey_id, version: 1, channel: "web", language: at % 3 === 0 ? "sw" : "en" },
      ...{ disposition: next ? "started" : "completed", question_id: next?.id ?? null },
      ...{ begun_at: begun, active_at: ended_at ?? begun, ended_at },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  for (const [question_id, answer] of answers)
    await trx
      .insertInto("survey.answers")
      .values({ customer_account: account, session_id, question_id, answer: JSON.stringify(answer), at: begun })
      .execute();
  for (const turn of turns)
    await trx
      .insertInto("survey.turns")
      .values({ customer_account: account, session_id, at: begun, ...turn })
      .execute();
}

/** An interview that the owner has open, at its second question. */
async function fillInterview(trx: Trx, { survey_id, graph }: DemoSurvey): Promise<void> {
  const [first, second] = graph.questions;
  const [, , , poor] = first?.choices ?? [];
  if (!first || !second || !poor) throw new Error("the survey has no questions");
  const { id: session_id } = await trx
    .insertInto("survey.sessions")
    .values({
      ...{
        customer_account: account,
        survey_id,
        version: 1,
        channel: "agent",
        current_channel: "agent",
        language: "en",
      },
      ...{ name: "Amina Hassan", disposition: "started", question_id: second.id },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const answer: SurveyAnswer = { kind: "choices", choices: [poor.id] };
  const owned = { customer_account: account, session_id };
  await trx
    .insertInto("survey.answers")
    .values({ ...owned, question_id: first.id, answer: JSON.stringify(answer) })
    .execute();
  for (const [incoming, text] of [
    [false, first.text.en ?? ""],
    [true, poor.text.en ?? ""],
  ] as const)
    await trx
      .insertInto("survey.turns")
      .values({ ...owned, question_id: first.id, incoming, text })
      .execute();
  await trx
    .insertInto("survey.interviews")
    .values({ ...owned, interviewer_id: "1", interviewer: "Wanjiru Maina" })
    .execute();
  await trx.insertInto("survey.open_interviews").values(owned).execute();
}

function answerOf(question: SurveyQuestion, value: number | string | boolean): SurveyAnswer {
  if (typeof value === "boolean") return { kind: "yes", yes: value };
  if (typeof value === "string") return value === "" ? { kind: "skipped" } : { kind: "text", text: value };
  const choice = question.choices[value];
  return choice ? { kind: "choices", choices: [choice.id] } : { kind: "number", number: value };
}

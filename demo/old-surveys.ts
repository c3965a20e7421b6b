import { createHash } from "node:crypto";
import type { Trx } from "../services/kit/database";

const questions = [
  { text: "How was your visit to our shop?", type: "One choice" },
  { text: "What could we do better?", type: "Text" },
];

/** Who was asked in the first run, and what they answered. */
const people: { msisdn: string; name: string; answers: string[] }[] = [
  { msisdn: "+254711000021", name: "Kevin Odhiambo", answers: ["Good", "Open earlier on Saturdays."] },
  { msisdn: "+254711000022", name: "Grace Wairimu", answers: ["Very good", "Nothing, thank you."] },
  { msisdn: "+254711000023", name: "Hassan Abdi", answers: ["Good"] },
  { msisdn: "+254711000024", name: "Mercy Chebet", answers: ["Poor", "The queue was too long."] },
  { msisdn: "+254711000025", name: "Peter Mwangi", answers: [] },
];

/** A survey of the old version, as an import of its results leaves it: one run by SMS and one that was never started. */
export async function fillOldSurveys(trx: Trx, customer_account: string): Promise<void> {
  const started = new Date("2024-03-04T06:00:00Z");
  const added = { surveys: 1, questions: 2, runs: 2, people: 6, fields: 1, answers: 7, messages: 16 };
  const { id: import_id } = await trx
    .insertInto("survey.old_imports")
    .values({
      ...{ customer_account, state: "done", file_name: "surveys-2024.csv", row_count: 25, refused: 1 },
      file_sha256: createHash("sha256").update("surveys-2024.csv").digest(),
      ...{
        columns: ["Survey", "Run", "Number", "Name", "Question", "Answer", "Message"],
        added: JSON.stringify(added),
      },
      ...{ created_by: "Wanjiru Maina", finished_at: new Date() },
    })
    .returning("id")
    .executeTakeFirstOrThrow();
  const owned = { customer_account, import_id };
  await trx
    .insertInto("survey.old_import_refused")
    .values({
      ...{ ...owned, line: 19, reason: "Answer is given, but no number." },
      cells: JSON.stringify(["Shop visit 2024", "Westlands", "", "Faith", questions[0]?.text, "Good", ""]),
    })
    .execute();
  const { id: survey_id } = await trx
    .insertInto("survey.old_surveys")
    .values({ ...owned, title: "Shop visit 2024" })
    .returning("id")
    .executeTakeFirstOrThrow();
  const asked = await trx
    .insertInto("survey.old_questions")
    .values(questions.map((question, at) => ({ ...owned, survey_id, number: at + 1, ...question })))
    .returning("id")
    .execute();
  const question_ids = asked.map(({ id }) => id);
  const [sent, never] = await trx
    .insertInto("survey.old_runs")
    .values([
      {
        ...owned,
        survey_id,
        name: "Westlands",
        channel: "sms",
        sender: "SAVANNA",
        made_at: started,
        started_at: started,
      },
      { ...owned, survey_id, name: "Kisumu", channel: "whatsapp", sender: "", made_at: started },
    ])
    .returning("id")
    .execute();
  if (!sent || !never || question_ids[1] === undefined) throw new Error("the old survey has no runs");
  await trx
    .insertInto("survey.old_fields")
    .values({ ...owned, run_id: sent.id, question_id: question_ids[1], field: "last_wish" })
    .execute();
  await trx
    .insertInto("survey.old_contacts")
    .values({ ...owned, run_id: never.id, msisdn: "+254711000026", name: "Achieng Otieno" })
    .execute();
  for (const [at, person] of people.entries())
    await fillPerson(
      trx,
      { ...owned, survey_id, question_ids, run_id: sent.id, start: started.getTime() + at * 60_000 },
      person,
    );
}

type OldRunPlace = {
  customer_account: string;
  import_id: number;
  survey_id: number;
  question_ids: number[];
  run_id: number;
  start: number;
};

async function fillPerson(
  trx: Trx,
  place: OldRunPlace,
  { msisdn, name, answers }: (typeof people)[number],
): Promise<void> {
  const { customer_account, import_id, survey_id, question_ids, run_id, start } = place;
  const owned = { customer_account, import_id };
  const status = answers.length === questions.length ? "Completed" : answers.length > 0 ? "Partial" : "No reply";
  const { id: contact_id } = await trx
    .insertInto("survey.old_contacts")
    .values({ ...owned, run_id, msisdn, name, status })
    .returning("id")
    .executeTakeFirstOrThrow();
  const message = { ...owned, run_id, contact_id, channel: "sms" as const };
  for (const [at, { text }] of questions.entries()) {
    if (at > answers.length) break;
    const asked = new Date(start + at * 600_000);
    await trx
      .insertInto("survey.old_messages")
      .values({ ...message, text, status: "Delivered", at: asked })
      .execute();
    const answer = answers[at];
    const question_id = question_ids[at];
    if (answer === undefined || question_id === undefined) continue;
    const answered = new Date(asked.getTime() + 240_000);
    await trx
      .insertInto("survey.old_messages")
      .values({ ...message, incoming: true, text: answer, at: answered })
      .execute();
    await trx
      .insertInto("survey.old_answers")
      .values({ ...owned, survey_id, contact_id, question_id, answer, at: answered })
      .execute();
  }
}

import { sql } from "kysely";
import type { z } from "zod";
import { costCents } from "../../../rules/money";
import { segment } from "../../../rules/segments";
import { messageTexts, partsCost, surveyParts, tooLongQuestions } from "../../../rules/survey/cost";
import { isAsked, type SurveyGraph } from "../../../rules/survey/graph";
import { matrixPlaces } from "../../../rules/survey/matrix";
import type { Disposition } from "../../../rules/survey/sessions";
import { tooLongOnWhatsapp, whatsappQuestions } from "../../../rules/survey/whatsapp";
import type { Trx } from "../../kit/database";
import { row, rows } from "../../kit/rows";
import type { questionCalls } from "../../whatsapp/contract.questions";
import type { SurveyInstanceDetail } from "../contract.instances";
import { findSurvey, loadVersion } from "../store/surveys";
import { asInstance, findInstance, type InstanceRow } from "./store";

/** What messaging says of the sender ID: whether it may be used, the price of a part in cents, the account's zone. */
export type Terms = {
  usable: boolean;
  part_price: number;
  time_zone: string;
  /** Of a run on WhatsApp. */
  whatsapp?: z.output<(typeof questionCalls)["questionTerms"]["answers"][200]>;
};

/** One instance with its texts, its cost and what keeps it from being started. */
export async function loadDetail(
  trx: Trx,
  account: string,
  id: number,
  terms: Terms | undefined,
): Promise<SurveyInstanceDetail> {
  const found = await findInstance(trx, account, id);
  const on = await findSurvey(trx, account, found.uuid);
  const graph = await loadVersion(trx, account, found.survey_id, found.version || on.version);
  const by_disposition = await rows<{ disposition: Disposition; count: number }>(
    trx,
    sql`select disposition, count(*)::int as count from survey.sessions
      where customer_account = ${account} and instance_id = ${id} group by disposition order by 2 desc, 1`,
  );
  const pending = found.status === "pending" && terms !== undefined;
  const texts = found.channel === "sms" ? listTexts(graph, found.language) : listForms(graph, found.language);
  return {
    ...asInstance(found),
    ...{ by_disposition, texts },
    faults: pending ? listFaults(found, graph, on.status, terms) : [],
    estimate:
      pending && found.group_id !== null
        ? found.channel === "sms"
          ? estimateCost(found, graph, terms)
          : await estimateTemplates(trx, account, found)
        : null,
  };
}

type QuestionText = SurveyInstanceDetail["texts"][number];

function listTexts(graph: SurveyGraph, language: string): QuestionText[] {
  const asked = graph.questions.filter(isAsked);
  const longest = messageTexts(graph, language);
  return messageTexts(graph, language, "references").flatMap((text, at) => {
    const question = asked[at]?.id;
    if (question === undefined) return [];
    return [{ question, text, parts: segment(longest[at] ?? text).parts, taps: [], list: false }];
  });
}

function listForms(graph: SurveyGraph, language: string): QuestionText[] {
  const asked = graph.questions.filter(isAsked);
  return whatsappQuestions(graph, language).flatMap(({ text, buttons, list }, at) => {
    const question = asked[at]?.id;
    if (question === undefined) return [];
    const taps = (buttons ?? list?.rows ?? []).map(({ title }) => title);
    return [{ question, text, parts: 0, taps, list: list !== undefined }];
  });
}

function listFaults(found: InstanceRow, graph: SurveyGraph, status: string, terms: Terms): string[] {
  const { usable, whatsapp } = terms;
  const sms = found.channel === "sms";
  const long = sms ? tooLongQuestions(graph, found.language) : tooLongOnWhatsapp(graph, found.language);
  const told = (wrongly: boolean, words: string) => (wrongly ? [words] : []);
  return [
    ...told(status !== "published", "The survey is closed. Publish it again first."),
    ...told(sms && found.sender === "", "Choose a sender ID."),
    ...told(!sms && found.number_id === null, "Choose a WhatsApp number."),
    ...told(!sms && found.number_id !== null && whatsapp?.number_fault !== "", whatsapp?.number_fault ?? ""),
    ...told(!sms && found.template_id === null, "Choose a template that opens the survey."),
    ...told(
      !sms && found.template_id !== null && whatsapp?.template_fault !== "",
      `The template can't be used now. ${whatsapp?.template_fault ?? ""}`,
    ),
    ...told(found.sender !== "" && !usable, "The sender ID can't be used any more. Choose another one."),
    ...told(found.group_id === null, "Choose a contact group."),
    ...told(found.group_id !== null && found.waiting_count === 0, "No one in the contact group can be asked."),
    ...matrixPlaces(graph).map(
      (place) => `Question ${place} is a matrix, which can only be asked on the web and in interviews.`,
    ),
    ...long.map((place) => `Question ${place} is too long for ${sms ? "an SMS" : "WhatsApp"}.`),
  ];
}

function estimateCost({ waiting_count: recipients, language }: InstanceRow, graph: SurveyGraph, { part_price }: Terms) {
  const { least, most } = surveyParts(graph, language);
  return {
    ...{ recipients, part_price, least_parts: least * recipients, most_parts: most * recipients },
    least_cents: partsCost(least * recipients, part_price),
    most_cents: partsCost(most * recipients, part_price),
  };
}

/** Only templates are paid: one to open for each person, and one for each reminder. In an open window none is needed. */
async function estimateTemplates(trx: Trx, account: string, { id, waiting_count, reminders }: InstanceRow) {
  const sum = await row<{ units: number }>(
    trx,
    sql`select coalesce(sum(price), 0)::bigint as units from survey.recipients
      where customer_account = ${account} and instance_id = ${id} and state = 'waiting'`,
  );
  const most_cents = costCents(1, Number(sum?.units ?? 0) * (1 + reminders));
  return { recipients: waiting_count, part_price: 0, least_parts: 0, most_parts: 0, least_cents: 0, most_cents };
}

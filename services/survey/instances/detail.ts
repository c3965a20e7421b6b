import { sql } from "kysely";
import { z } from "zod";
import { costCents } from "../../../rules/money";
import { segment } from "../../../rules/segments";
import { messageTexts, partsCost, surveyParts, tooLongQuestions } from "../../../rules/survey/cost";
import { isAsked, languageCodes, type SurveyGraph, type SurveyLanguage } from "../../../rules/survey/graph";
import { matrixPlaces } from "../../../rules/survey/matrix";
import { dispositions } from "../../../rules/survey/sessions";
import { tooLongOnWhatsapp, whatsappQuestions } from "../../../rules/survey/whatsapp";
import type { Trx } from "../../kit/database";
import { checkedRow, checkedRows } from "../../kit/row-schema";
import type { questionCalls } from "../../whatsapp/contract.questions";
import { SurveyInstanceDetail } from "../contract.instances";
import { findSurvey, loadVersion } from "../store/surveys";
import { countOutcomes } from "./after-records";
import { asksOn, longestLinkText, needsSender } from "./fallback";
import { listTakenWords } from "./keywords";
import { asInstance, findInstance, type InstanceRow, type RunRow } from "./store";

/** What messaging says of the sender ID: whether it may be used, the price of a part in cents, the account's zone. */
export type Terms = {
  usable: boolean;
  part_price: number;
  time_zone: string;
  /** Our own address, of which links are made. */
  address: string;
  /** Of a run on WhatsApp. */
  whatsapp?: z.output<(typeof questionCalls)["questionTerms"]["answers"][200]>;
};

const DispositionCount = z.object({ disposition: z.enum(dispositions), count: z.number() });

/** One instance with its texts, its cost and what keeps it from being started. */
export async function loadDetail(
  trx: Trx,
  account: string,
  id: number,
  terms: Terms | undefined,
): Promise<Omit<SurveyInstanceDetail, "money">> {
  const found = await findInstance(trx, account, id);
  const on = await findSurvey(trx, account, found.uuid);
  const graph = await loadVersion(trx, account, found.survey_id, found.version || on.version);
  const by_disposition = await checkedRows(
    trx,
    DispositionCount,
    sql`select disposition, count(*)::int as count from survey.sessions
      where customer_account = ${account} and instance_id = ${id} and not dry_run group by disposition order by 2 desc, 1`,
  );
  const pending = found.status === "pending" && terms !== undefined;
  const by_channel = await checkedRows(
    trx,
    SurveyInstanceDetail.shape.by_channel.element,
    sql`select channel as begun, coalesce(current_channel, channel) as last, count(*)::int as count from survey.sessions
      where customer_account = ${account} and instance_id = ${id} and not dry_run group by 1, 2 order by 3 desc, 1, 2`,
  );
  const texts = found.channel === "sms" ? listTexts(graph, found.language) : listForms(graph, found.language);
  return {
    ...asInstance(found),
    ...{ by_disposition, by_channel, texts, by_outcome: await countOutcomes(trx, account, id) },
    faults: pending ? [...listFaults(found, graph, on, terms), ...(await listWordFaults(trx, account, id))] : [],
    estimate:
      pending && (found.group_id !== null || found.max_joiners !== null)
        ? await estimateCost(trx, account, found, { graph, terms })
        : null,
  };
}

function notFor(channel: string): string {
  return `The survey is not for ${channel}. Add ${channel} to its channels in its settings.`;
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

function listFaults(found: InstanceRow, graph: SurveyGraph, on: FaultySurvey, terms: Terms): string[] {
  const { whatsapp } = terms;
  const onWhatsapp = asksOn(found, "whatsapp");
  const web = found.fallback === "web";
  return [
    ...channelFaults(found, graph, on, terms),
    ...told(
      web && on.link === null,
      "The survey has no link for the web. Add the web to its channels in its settings.",
    ),
    ...told(
      onWhatsapp && found.template_id === null && found.group_id !== null,
      "Choose a template that opens the survey.",
    ),
    ...told(
      onWhatsapp && found.template_id !== null && whatsapp?.template_fault !== "",
      `The template can't be used now. ${whatsapp?.template_fault ?? ""}`,
    ),
    ...told(found.group_id === null && found.max_joiners === null, "Choose a contact group."),
    ...told(
      found.group_id !== null && found.waiting_count === 0 && found.max_joiners === null,
      "No one in the contact group can be asked.",
    ),
  ];
}

type FaultySurvey = { status: string; link: string | null; channels: readonly string[] };

/** What is in the way of asking the survey on the channels of a run, whoever is asked. */
export function channelFaults(
  found: RunRow,
  graph: SurveyGraph,
  { status, channels }: Pick<FaultySurvey, "status" | "channels">,
  { usable, whatsapp }: Terms,
): string[] {
  const sms = asksOn(found, "sms");
  const onWhatsapp = asksOn(found, "whatsapp");
  const tooLong = (places: number[], where: string) =>
    places.map((place) => `Question ${place} is too long for ${where}.`);
  return [
    ...told(status !== "published", "The survey is closed. Publish it again first."),
    ...told(sms && !channels.includes("sms"), notFor("SMS")),
    ...told(onWhatsapp && !channels.includes("whatsapp"), notFor("WhatsApp")),
    ...told(needsSender(found) && found.sender === "", "Choose a sender ID."),
    ...told(onWhatsapp && found.number_id === null, "Choose a WhatsApp number."),
    ...told(onWhatsapp && found.number_id !== null && whatsapp?.number_fault !== "", whatsapp?.number_fault ?? ""),
    ...told(found.sender !== "" && !usable, "The sender ID can't be used any more. Choose another one."),
    ...matrixPlaces(graph).map(
      (place) => `Question ${place} is a matrix, which can only be asked on the web and in interviews.`,
    ),
    ...(sms ? tooLong(tooLongQuestions(graph, found.language), "an SMS") : []),
    ...(onWhatsapp ? tooLong(tooLongOnWhatsapp(graph, found.language), "WhatsApp") : []),
  ];
}

function told(wrongly: boolean, words: string): string[] {
  return wrongly ? [words] : [];
}

/**
 * At least: everyone is asked the first question on the first channel, and no one answers. At most: every question is asked
 * once by SMS, and on WhatsApp each person gets a template to open and one for each reminder, on both channels where there
 * is a second one. In an open window no template is needed.
 */
async function estimateCost(
  trx: Trx,
  account: string,
  found: InstanceRow,
  { graph, terms: { part_price, address } }: { graph: SurveyGraph; terms: Terms },
): Promise<NonNullable<SurveyInstanceDetail["estimate"]>> {
  const { waiting_count: recipients, channel, max_joiners, keywords, after_kind, language } = found;
  const joiners = max_joiners ?? 0;
  const inLanguages = await listByLanguage(trx, account, found);
  const cost = (language: SurveyLanguage) => {
    const { least, most } = surveyParts(graph, language);
    const linkParts = found.fallback === "web" ? segment(longestLinkText(language, address)).parts : 0;
    return { least: channel === "sms" ? least : 0, most: (asksOn(found, "sms") ? most : 0) + linkParts };
  };
  const least_parts = sumOf(inLanguages.map(({ language, count }) => cost(language).least * count));
  // Of whoever joins the language that takes most is counted.
  const joined = [...keywords.map((one) => one.language), ...(after_kind === null ? [] : [language])];
  const joinerParts = Math.max(0, ...joined.map((one) => cost(one).most));
  const most_parts =
    sumOf(inLanguages.map(({ language, count }) => cost(language).most * count)) + joinerParts * joiners;
  const templates_cents = asksOn(found, "whatsapp") ? await estimateTemplates(trx, account, found) : 0;
  return {
    ...{ recipients, joiners, part_price, least_parts, most_parts, templates_cents },
    least_cents: partsCost(least_parts, part_price),
    most_cents: partsCost(most_parts, part_price) + templates_cents,
  };
}

function sumOf(numbers: readonly number[]): number {
  return numbers.reduce((sum, one) => sum + one, 0);
}

const LanguageCount = z.object({ language: z.enum(languageCodes), count: z.number() });

/** How many are to be asked in each language. */
function listByLanguage(trx: Trx, account: string, { id, language }: InstanceRow) {
  return checkedRows(
    trx,
    LanguageCount,
    sql`select coalesce(language, ${language}) as language, count(*)::int as count from survey.recipients
      where customer_account = ${account} and instance_id = ${id} and state = 'waiting' group by 1 order by 1`,
  );
}

async function listWordFaults(trx: Trx, account: string, id: number): Promise<string[]> {
  const taken = await listTakenWords(trx, account, id);
  return taken.map((word) => `Another run has the keyword ${word} now. Choose another one, or close that run.`);
}

const UnitsRow = z.object({ units: z.number() });

/** What templates cost at most, in cents. */
async function estimateTemplates(trx: Trx, account: string, { id, reminders }: InstanceRow): Promise<number> {
  const sum = await checkedRow(
    trx,
    UnitsRow,
    sql`select coalesce(sum(price), 0)::bigint as units from survey.recipients
      where customer_account = ${account} and instance_id = ${id} and state = 'waiting'`,
  );
  return costCents(1, Number(sum?.units ?? 0) * (1 + reminders));
}

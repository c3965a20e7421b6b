import { sql } from "kysely";
import { segment } from "../../../rules/segments";
import { messageTexts, partsCost, surveyParts, tooLongQuestions } from "../../../rules/survey/cost";
import { isAsked, type SurveyGraph } from "../../../rules/survey/graph";
import type { Disposition } from "../../../rules/survey/sessions";
import type { Trx } from "../../kit/database";
import { rows } from "../../kit/rows";
import type { SurveyInstanceDetail } from "../contract.instances";
import { findSurvey, loadVersion } from "../store/surveys";
import { asInstance, findInstance, type InstanceRow } from "./store";

/** What messaging says of the sender ID: whether it may be used, the price of a part in cents, the account's zone. */
export type Terms = { usable: boolean; part_price: number; time_zone: string };

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
  const asked = graph.questions.filter(isAsked);
  const texts = messageTexts(graph, found.language).flatMap((text, at) => {
    const question = asked[at]?.id;
    return question === undefined ? [] : [{ question, text, parts: segment(text).parts }];
  });
  return {
    ...asInstance(found),
    ...{ by_disposition, texts },
    faults: pending ? listFaults(found, graph, on.status, terms) : [],
    estimate: pending && found.group_id !== null ? estimateCost(found, graph, terms) : null,
  };
}

function listFaults(found: InstanceRow, graph: SurveyGraph, status: string, { usable }: Terms): string[] {
  const long = tooLongQuestions(graph, found.language);
  const told = (wrongly: boolean, words: string) => (wrongly ? [words] : []);
  return [
    ...told(status !== "published", "The survey is closed. Publish it again first."),
    ...told(found.sender === "", "Choose a sender ID."),
    ...told(found.sender !== "" && !usable, "The sender ID can't be used any more. Choose another one."),
    ...told(found.group_id === null, "Choose a contact group."),
    ...told(found.group_id !== null && found.waiting_count === 0, "No one in the contact group can be asked."),
    ...long.map((place) => `Question ${place} is too long for an SMS.`),
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

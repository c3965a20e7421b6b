import { sql } from "kysely";
import { z } from "zod";
import { languageCodes } from "../../../rules/survey/graph";
import type { Trx } from "../../kit/database";
import { checkedRow } from "../../kit/row-schema";
import { HttpError } from "../../kit/serve";
import { SurveyRecipient } from "../contract.instances";
import { findResponse } from "../responses/store";

const Count = z.number().int();
const RecipientRow = SurveyRecipient.omit({ response: true }).extend({
  survey_id: Count,
  languages: z.array(z.enum(languageCodes)),
  session_id: Count.nullable(),
});

/** One person of a contact base. In an instance a number is asked once. @throws HttpError 404 */
export async function loadRecipient(trx: Trx, account: string, id: number): Promise<SurveyRecipient> {
  const found = await checkedRow(
    trx,
    RecipientRow,
    sql`select r.id, r.instance_id, i.name as instance, s.uuid, s.title, r.msisdn, r.name, r.state, i.survey_id,
        s.languages, x.id as session_id
      from survey.recipients r
      join survey.instances i on i.customer_account = r.customer_account and i.id = r.instance_id
      join survey.surveys s on s.customer_account = i.customer_account and s.id = i.survey_id
      left join survey.sessions x on x.customer_account = r.customer_account and x.instance_id = r.instance_id
        and x.msisdn = r.msisdn and not x.dry_run
      where r.customer_account = ${account} and r.id = ${id} order by x.id desc limit 1`,
  );
  if (!found) throw new HttpError(404, "There is no such person in a contact base.");
  const { survey_id, languages, session_id, ...recipient } = found;
  const response =
    session_id === null ? undefined : await findResponse(trx, account, { id: survey_id, languages }, session_id);
  return { ...recipient, response: response ?? null };
}

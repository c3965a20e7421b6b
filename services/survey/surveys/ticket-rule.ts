import { sql } from "kysely";
import { withAliases } from "../../../rules/access";
import { activityActor, recordActivity } from "../../kit/activities";
import { type Database, inAccount } from "../../kit/database";
import { type CallContext, type Handlers, HttpError } from "../../kit/serve";
import type { survey } from "../contract";
import { scoredTypes, type ticketRuleCalls } from "../contract.tickets";
import { listQuestions } from "../store/questions";
import { findSurvey, loadSurvey } from "../store/surveys";

/** When a low answer opens a ticket. */
export function ticketRuleHandlers({
  db,
}: Database): Pick<Handlers<typeof survey.calls>, keyof typeof ticketRuleCalls> {
  return {
    async setTicketRule({ params, body: { question_id, at_most } }, caller) {
      const { account } = caller;
      if (question_id !== null && !hasTicketing(caller)) throw wrong("Tickets are not one of your products.");
      const changed = await inAccount(db, account, async (trx) => {
        const on = await findSurvey(trx, account, params.uuid, true);
        const question = (await listQuestions(trx, account, on.id)).find(({ id }) => id === question_id);
        if (question_id !== null && !scoredTypes.some((type) => type === question?.type))
          throw wrong("Choose a question of this survey that is answered by a number.");
        await sql`
          update survey.surveys set ticket_question_id = ${question_id},
            ticket_at_most = ${question_id === null ? null : at_most}
          where customer_account = ${account} and id = ${on.id}`.execute(trx);
        await recordActivity(trx, account, activityActor(caller), {
          ...{ action: "Survey changed", subject: "survey", subject_id: String(on.id) },
          description:
            question_id === null ? `${on.title}: no tickets` : `${on.title}: a ticket for ${at_most} or less`,
        });
        return loadSurvey(trx, account, params.uuid);
      });
      return { status: 201, body: changed };
    },
  };
}

function hasTicketing({ who }: CallContext): boolean {
  return who.kind !== "person" || withAliases(who.products).has("Ticketing");
}

function wrong(words: string): HttpError {
  return new HttpError(422, words, { question_id: [words] });
}

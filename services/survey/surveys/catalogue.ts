import { type Handlers, HttpError } from "../../kit/serve";
import type { survey } from "../contract";
import { interactionModes, surveyCategories, surveyChannels } from "../contract.catalogue";
import type { SurveyDeps } from "../deps";

export type CatalogueCalls = "subscribe" | "categories" | "channels" | "interactionModes" | "surveySenders";

/** What surveys can be, the plan that brings them, and what they can be sent from. */
export function catalogueHandlers(deps: SurveyDeps): Pick<Handlers<typeof survey.calls>, CatalogueCalls> {
  return {
    async subscribe({ body }, { token, requestId, address }) {
      const { billing } = deps.clientsFor({ token, requestId, address });
      const { status, body: answer } = await billing.payProduct({
        body: { ...body, product: "Surveys", method: "balance" },
      });
      if (status === 201) return { status: 201, body: { status: 201, message: "Your account has surveys now." } };
      return { status, body: answer } as never;
    },

    async categories() {
      return { status: 200, body: { data: [...surveyCategories] } };
    },
    async channels() {
      return { status: 200, body: { data: [...surveyChannels] } };
    },
    async interactionModes() {
      return { status: 200, body: { data: [...interactionModes] } };
    },

    async surveySenders({ query }, { account }) {
      if (query.account !== undefined && query.account !== account)
        throw new HttpError(403, "You can only see the sender codes of your own account.");
      const answer = await deps.clientsOfAccount(account).messaging.senders({});
      if (answer.status !== 200) throw new HttpError(503, "The sender codes can't be read right now.");
      return { status: 200, body: { data: answer.body.data.map(({ sender, status }) => ({ sender, status })) } };
    },
  };
}

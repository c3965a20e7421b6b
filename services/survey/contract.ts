import { contract } from "../kit/contract";
import { customerCalls } from "../kit/contract.customer";
import { personCalls } from "../kit/person-data";
import { analysisCalls } from "./contract.analysis";
import { editCalls } from "./contract.edits";
import { endCalls } from "./contract.ends";
import { instanceCalls } from "./contract.instances";
import { interviewCalls } from "./contract.interviews";
import { oldCalls } from "./contract.old";
import { questionCalls } from "./contract.questions";
import { quotaCalls } from "./contract.quotas";
import { respondCalls } from "./contract.respond";
import { responseCalls } from "./contract.responses";
import { needs } from "./contract.schemas";
import { surveyCalls } from "./contract.surveys";
import { ticketRuleCalls } from "./contract.tickets";
import { dryRunCalls } from "./contract.tries";
import { versionCalls } from "./contract.versions";
import { webPageCalls } from "./contract.web-page";
import { whatsappCalls } from "./contract.whatsapp";

/** Surveys: questions, versions, sessions on the web, by SMS and on WhatsApp, responses (spec 2 §7, survey). */
export const survey = contract("survey", {
  ...surveyCalls,
  ...questionCalls,
  ...quotaCalls,
  ...endCalls,
  ...versionCalls,
  ...responseCalls,
  ...analysisCalls,
  ...editCalls,
  ...respondCalls,
  ...customerCalls(needs),
  ...instanceCalls,
  ...dryRunCalls,
  ...interviewCalls,
  ...ticketRuleCalls,
  ...webPageCalls,
  ...whatsappCalls,
  ...oldCalls,
  ...personCalls,
});

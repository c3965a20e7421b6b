import { contract } from "../kit/contract";
import { customerCalls } from "../kit/contract.customer";
import { finishedCalls } from "../kit/contract.finished";
import { personCalls, ticketRetentionCalls } from "../kit/person-data";
import { answerCalls } from "./contract.answers";
import { automationCalls } from "./contract.automations";
import { boardCalls } from "./contract.boards";
import { reading } from "./contract.fields";
import { hoursCalls } from "./contract.hours";
import { issueCalls } from "./contract.issues";
import { noticeCalls } from "./contract.notices";
import { peopleCalls } from "./contract.people";
import { settingCalls } from "./contract.settings";
import { slaCalls } from "./contract.sla";
import { figureCalls } from "./contract.statistics";
import { ticketCalls } from "./contract.tickets";

export const ticketing = contract("ticketing", {
  ...ticketCalls,
  ...settingCalls,
  ...boardCalls,
  ...peopleCalls,
  ...hoursCalls,
  ...slaCalls,
  ...figureCalls,
  ...automationCalls,
  ...noticeCalls,
  ...issueCalls,
  ...answerCalls,
  ...customerCalls(reading),
  ...finishedCalls,
  ...personCalls,
  ...ticketRetentionCalls,
});

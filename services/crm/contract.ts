import { contract } from "../kit/contract";
import { customerCalls } from "../kit/contract.customer";
import { finishedCalls } from "../kit/contract.finished";
import { personCalls } from "../kit/person-data";
import { answerCalls } from "./contract.answers";
import { appointmentCalls } from "./contract.appointments";
import { bulkCalls } from "./contract.bulk";
import { calendarCalls } from "./contract.calendar";
import { loggedCallCalls } from "./contract.calls";
import { consentCalls } from "./contract.consents";
import { contactCalls } from "./contract.contacts";
import { customerLinkCalls } from "./contract.customers";
import { dealCalls } from "./contract.deals";
import { duplicateCalls } from "./contract.duplicates";
import { sequencePeopleCalls } from "./contract.enrolment";
import { salesFeedCalls } from "./contract.feed";
import { fieldCalls } from "./contract.fields";
import { formCalls } from "./contract.forms";
import { importCalls } from "./contract.imports";
import { leadCalls } from "./contract.leads";
import { organisationCalls } from "./contract.organisations";
import { pipelineCalls } from "./contract.pipelines";
import { organisationPointCalls, pointCalls } from "./contract.points";
import { quoteCalls } from "./contract.quotes";
import { anyRecord } from "./contract.records";
import { requestCalls } from "./contract.requests";
import { saleCalls } from "./contract.sales";
import { sequenceCalls } from "./contract.sequences";
import { settingsCalls } from "./contract.settings";
import { summaryCalls } from "./contract.summary";
import { tagCalls } from "./contract.tags";
import { taskCalls } from "./contract.tasks";

/** Leads, contacts and deals with their stages, notes and scores (spec 2 §7, CRM). */
export const crm = contract("crm", {
  ...leadCalls,
  ...contactCalls,
  ...loggedCallCalls,
  ...bulkCalls,
  ...appointmentCalls,
  ...answerCalls,
  ...taskCalls,
  ...calendarCalls,
  ...dealCalls,
  ...organisationCalls,
  ...saleCalls,
  ...salesFeedCalls,
  ...quoteCalls,
  ...requestCalls,
  ...importCalls,
  ...duplicateCalls,
  ...fieldCalls,
  ...pointCalls,
  ...consentCalls,
  ...organisationPointCalls,
  ...tagCalls,
  ...sequenceCalls,
  ...sequencePeopleCalls,
  ...formCalls,
  ...settingsCalls,
  ...pipelineCalls,
  ...summaryCalls,
  ...customerCalls(anyRecord),
  ...customerLinkCalls,
  ...finishedCalls,
  ...personCalls,
});

import type { FileReaderDeps } from "../kit/contact-file/load";
import { type Database, readAccount } from "../kit/database";
import { finishedHandlers } from "../kit/finished";
import { type ServedCalls, type ServeOptions, serve } from "../kit/serve";
import { answerHandlers } from "./appointments/answers";
import { appointmentHandlers } from "./appointments/handlers";
import { bulkHandlers } from "./bulk/handlers";
import { calendarHandlers } from "./calendar/handlers";
import { consentHandlers } from "./consents/handlers";
import { pointHandlers } from "./contact-points/handlers";
import { organisationPointHandlers } from "./contact-points/organisations";
import { crm } from "./contract";
import { customerHandlers } from "./customer/handlers";
import { customerLinkHandlers } from "./customer-links/handlers";
import type { CrmDeps } from "./deps";
import { duplicateHandlers } from "./duplicates/handlers";
import { fieldHandlers } from "./fields/handlers";
import { formHandlers } from "./forms/handlers";
import { importHandlers } from "./imports/handlers";
import { guestLimits } from "./links/limits";
import { loggedCallHandlers } from "./logged-calls/handlers";
import { noteHandlers } from "./notes/handlers";
import { organisationHandlers } from "./organisations/handlers";
import { personHandlers } from "./person/handlers";
import { guestQuoteHandlers } from "./quotes/guest";
import { quoteHandlers } from "./quotes/handlers";
import { conversionHandlers, recordHandlers } from "./records/handlers";
import { requestHandlers } from "./requests/handlers";
import { salesFeedHandlers } from "./sales/feed";
import { listFinished } from "./sales/finished";
import { saleHandlers } from "./sales/handlers";
import { scoreHandlers } from "./scores/handlers";
import { sequenceHandlers } from "./sequences/handlers";
import { peopleHandlers } from "./sequences/people";
import { stepHandlers } from "./sequences/step-handlers";
import { stageHandlers } from "./stages/handlers";
import { pipelineHandlers } from "./stages/pipelines";
import { summaryHandlers } from "./summary/handlers";
import { tagHandlers } from "./tagging/handlers";
import { taskHandlers } from "./tasks/handlers";

/** The CRM service. */
export function crmService(
  database: Database,
  deps: CrmDeps,
  files: FileReaderDeps,
  options: ServeOptions,
): ServedCalls<typeof crm.calls> {
  const limits = guestLimits();
  const handlers = {
    ...recordHandlers(database, deps),
    ...conversionHandlers(database, deps),
    ...organisationHandlers(database, deps),
    ...consentHandlers(database, deps),
    ...noteHandlers(database, deps),
    ...loggedCallHandlers(database, deps),
    ...bulkHandlers(database, deps),
    ...appointmentHandlers(database, deps),
    ...answerHandlers(database, deps),
    ...taskHandlers(database, deps),
    ...requestHandlers(database, deps),
    ...calendarHandlers(database, deps, limits),
    ...stageHandlers(database),
    ...pipelineHandlers(database),
    ...saleHandlers(database),
    ...salesFeedHandlers(database, deps, limits),
    ...quoteHandlers(database, deps),
    ...guestQuoteHandlers(database, deps, limits),
    ...scoreHandlers(database, deps),
    ...summaryHandlers(database, deps),
    ...customerHandlers(database),
    ...customerLinkHandlers(database),
    ...finishedHandlers((account, work) => readAccount(database.db, account, work), listFinished),
    ...fieldHandlers(database),
    ...pointHandlers(database, deps),
    ...organisationPointHandlers(database),
    ...tagHandlers(database, deps),
    ...sequenceHandlers(database, deps),
    ...stepHandlers(database, deps),
    ...peopleHandlers(database, deps),
    ...formHandlers(database, deps),
    ...importHandlers(database, deps, files),
    ...duplicateHandlers(database, deps),
    ...personHandlers(database),
  };
  return serve(crm, handlers, options);
}

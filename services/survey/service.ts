import type { Database } from "../kit/database";
import type { Tasks } from "../kit/jobs";
import { type ServedCalls, type ServeOptions, serve } from "../kit/serve";
import { receivedTask } from "../messaging/contract.internal";
import { survey } from "./contract";
import { customerHandlers } from "./customer/handlers";
import type { SurveyDeps } from "./deps";
import { answerFieldHandlers } from "./instances/answer-fields";
import { dryRunHandlers } from "./instances/dry-run-handlers";
import { instanceHandlers } from "./instances/handlers";
import { joinAnswerTask, sendJoinAnswer } from "./instances/join";
import { sendWords, wordsTask } from "./instances/keywords";
import { sendTask } from "./instances/queue";
import { takeReplies } from "./instances/received-sms";
import { sendBatch } from "./instances/send";
import { whatsappHandlers } from "./instances/whatsapp-handlers";
import { interviewHandlers } from "./interviews/handlers";
import { oldHandlers } from "./old/handlers";
import { oldTasks } from "./old/jobs";
import { dropFiles, dropFilesTask } from "./person/files";
import { personHandlers } from "./person/handlers";
import { choiceHandlers } from "./questions/choices";
import { questionHandlers } from "./questions/handlers";
import { quotaHandlers } from "./questions/quotas";
import { analysisHandlers } from "./responses/analysis-handlers";
import { editHandlers } from "./responses/edit-handlers";
import { recountSurvey, recountTask } from "./responses/fold";
import { responseHandlers } from "./responses/handlers";
import { fieldsTask, saveFields } from "./sessions/contact-fields";
import { respondHandlers } from "./sessions/handlers";
import { openSessionTicket, ticketTask } from "./sessions/ticket";
import { catalogueHandlers } from "./surveys/catalogue";
import { endHandlers } from "./surveys/ends";
import { surveyHandlers } from "./surveys/handlers";
import { ticketRuleHandlers } from "./surveys/ticket-rule";
import { versionHandlers } from "./surveys/versions";
import { webPageHandlers } from "./surveys/web-page";

/** The survey service. */
export function surveyService(
  database: Database,
  deps: SurveyDeps,
  options: ServeOptions,
): ServedCalls<typeof survey.calls> {
  const handlers = {
    ...surveyHandlers(database, deps),
    ...catalogueHandlers(deps),
    ...questionHandlers(database),
    ...choiceHandlers(database),
    ...quotaHandlers(database),
    ...endHandlers(database),
    ...versionHandlers(database),
    ...responseHandlers(database, deps),
    ...analysisHandlers(database),
    ...editHandlers(database),
    ...respondHandlers(database),
    ...customerHandlers(database),
    ...instanceHandlers(database, deps),
    ...answerFieldHandlers(database),
    ...dryRunHandlers(database, deps),
    ...interviewHandlers(database, deps),
    ...ticketRuleHandlers(database),
    ...webPageHandlers(database),
    ...personHandlers(database),
    ...whatsappHandlers(database, deps),
    ...oldHandlers(database, deps),
  };
  return serve(survey, handlers, options);
}

/** The queued jobs of surveys: what is said in sessions, and what is answered by SMS. */
export function surveyTasks(database: Database, deps: SurveyDeps): Tasks {
  return {
    [sendTask]: (payload) => sendBatch(database, deps, payload),
    [receivedTask]: (payload) => takeReplies(database, deps, payload),
    [joinAnswerTask]: (payload) => sendJoinAnswer(deps, payload),
    [wordsTask]: (payload) => sendWords(database, deps, payload),
    [dropFilesTask]: (payload) => dropFiles(deps, payload),
    [fieldsTask]: (payload) => saveFields(database, deps, payload),
    ...oldTasks(database, deps.files),
    [recountTask]: async (payload) => void (await recountSurvey(database, payload)),
    [ticketTask]: (payload) => openSessionTicket(database, deps, payload),
  };
}

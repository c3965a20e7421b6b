import { type ServicePlatform, serviceModule } from "../kit/module";
import { survey } from "./contract";
import type { SurveyUpstreams } from "./deps";
import { startRuns } from "./instances/run";
import { endIdleInterviews } from "./interviews/idle";
import { surveyService, surveyTasks } from "./service";

/** Surveys on the web, by SMS and on WhatsApp, with their responses. */
export const surveyModule = serviceModule({
  contract: survey,
  settings: {},
  start({
    database,
    clientsFor,
    clientsOfAccount,
    publicUrl,
    options,
    log,
  }: ServicePlatform<unknown, SurveyUpstreams>) {
    const deps = { clientsFor, clientsOfAccount, publicUrl };
    return {
      served: surveyService(database, deps, options),
      tasks: () => surveyTasks(database, deps),
      tidy: () => endIdleInterviews(database),
      startWork: () => startRuns(database, { clientsOfAccount, publicUrl, log }),
    };
  },
});

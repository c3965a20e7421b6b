import type { Database } from "../kit/database";
import { type ServedCalls, type ServeOptions, serve } from "../kit/serve";
import { survey } from "./contract";
import type { SurveyDeps } from "./deps";
import { personHandlers } from "./person/handlers";
import { questionHandlers } from "./questions/handlers";
import { responseHandlers } from "./responses/handlers";
import { respondHandlers } from "./sessions/handlers";
import { surveyHandlers } from "./surveys/handlers";

/** The survey service. */
export function surveyService(
  database: Database,
  deps: SurveyDeps,
  options: ServeOptions,
): ServedCalls<typeof survey.calls> {
  const handlers = {
    ...surveyHandlers(database, deps),
    ...questionHandlers(database),
    ...responseHandlers(database),
    ...respondHandlers(database, deps),
    ...personHandlers(database),
  };
  return serve(survey, handlers, options);
}

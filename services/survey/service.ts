import type { Database } from "../kit/database";
import { type ServedCalls, type ServeOptions, serve } from "../kit/serve";
import { survey } from "./contract";
import { customerHandlers } from "./customer/handlers";
import type { SurveyDeps } from "./deps";
import { personHandlers } from "./person/handlers";
import { choiceHandlers } from "./questions/choices";
import { questionHandlers } from "./questions/handlers";
import { responseHandlers } from "./responses/handlers";
import { respondHandlers } from "./sessions/handlers";
import { catalogueHandlers } from "./surveys/catalogue";
import { surveyHandlers } from "./surveys/handlers";

/** The survey service. */
export function surveyService(
  database: Database,
  deps: SurveyDeps,
  options: ServeOptions,
): ServedCalls<typeof survey.calls> {
  const handlers = {
    ...surveyHandlers(database),
    ...catalogueHandlers(deps),
    ...questionHandlers(database),
    ...choiceHandlers(database),
    ...responseHandlers(database),
    ...respondHandlers(database),
    ...customerHandlers(database),
    ...personHandlers(database),
  };
  return serve(survey, handlers, options);
}

import { type ServicePlatform, serviceModule } from "../kit/module";
import { survey } from "./contract";
import type { SurveyUpstreams } from "./deps";
import { surveyService } from "./service";

/** Surveys on the web and by SMS, with their responses. */
export const surveyModule = serviceModule({
  contract: survey,
  settings: {},
  start({ database, clientsFor, clientsOfAccount, options }: ServicePlatform<unknown, SurveyUpstreams>) {
    return { served: surveyService(database, { clientsFor, clientsOfAccount }, options) };
  },
});

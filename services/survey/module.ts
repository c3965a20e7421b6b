import { type ServicePlatform, serviceModule } from "../kit/module";
import { survey } from "./contract";
import type { SurveyUpstreams } from "./deps";
import { startAfterRecords } from "./instances/after-records";
import { startRuns } from "./instances/run";
import { endIdleInterviews } from "./interviews/idle";
import { startFolding } from "./responses/fold";
import { surveyService, surveyTasks } from "./service";

/** Surveys on the web, by SMS and on WhatsApp, with their responses. */
export const surveyModule = serviceModule({
  contract: survey,
  settings: {},
  start(platform: ServicePlatform<unknown, SurveyUpstreams>) {
    const { database, clientsFor, clientsOfAccount, publicUrl, options, log, dataDir, workerFile } = platform;
    const workerUrl = workerFile("contact-file");
    const files = { dataDir, ...(workerUrl ? { workerUrl } : {}) };
    const deps = { clientsFor, clientsOfAccount, publicUrl, files };
    return {
      served: surveyService(database, deps, options),
      tasks: () => surveyTasks(database, deps),
      tidy: () => endIdleInterviews(database),
      startWork() {
        const loops = [
          startRuns(database, { clientsOfAccount, publicUrl, log }),
          startFolding(database, { log }),
          startAfterRecords(database, { clientsOfAccount, log }),
        ];
        return { stop: async () => void (await Promise.all(loops.map((one) => one.stop()))) };
      },
    };
  },
});

import { type ServicePlatform, serviceModule } from "../kit/module";
import { appointmentTasks } from "./appointments/jobs";
import { customerTasks } from "./appointments/tell";
import { crm } from "./contract";
import type { CrmUpstreams } from "./deps";
import { duplicateTasks, queueDuplicateScans } from "./duplicates/jobs";
import { formTasks, formVisitors } from "./forms/visitors";
import { importTasks } from "./imports/jobs";
import { organisationTasks, queueOrganisationScans } from "./organisation-links/jobs";
import { remindOfRotting } from "./records/rotting";
import { queueDatedScores, scoreTasks } from "./records/scoring";
import { queueSequences } from "./sequence-state/wake";
import { sequenceTasks } from "./sequences/jobs";
import { crmService } from "./service";
import { taskJobs } from "./tasks/jobs";

/** Leads, contacts and deals: stages, notes, scores, sales managers. */
export const crmModule = serviceModule({
  contract: crm,
  settings: {},
  start(platform: ServicePlatform<unknown, CrmUpstreams>) {
    const { database, clientsOfAccount, options, dataDir, workerFile, secret, elsewhere } = platform;
    const workerUrl = workerFile("contact-file");
    const files = { dataDir, ...(workerUrl ? { workerUrl } : {}) };
    return {
      /** What the visitors of lead forms work with; undefined when the CRM is elsewhere. */
      forms: elsewhere ? undefined : formVisitors(database, { clientsOfAccount, secret }),
      served: crmService(database, { clientsOfAccount }, files, options),
      async tidy() {
        await remindOfRotting(database);
        await queueDatedScores(database);
        await queueDuplicateScans(database);
        await queueOrganisationScans(database);
        await queueSequences(database);
      },
      tasks: ({ stop }) => ({
        ...appointmentTasks(database),
        ...customerTasks(database, { clientsOfAccount }),
        ...taskJobs(database),
        ...importTasks(database, { ...files, stop }),
        ...formTasks(database),
        ...scoreTasks(database, { clientsOfAccount }),
        ...duplicateTasks(database),
        ...organisationTasks(database),
        ...sequenceTasks(database, { clientsOfAccount }),
      }),
    };
  },
});

import type { identity } from "../identity/contract";
import type { Client } from "../kit/client";
import { type ServicePlatform, serviceModule } from "../kit/module";
import { appointmentTasks } from "./appointments/jobs";
import { crm } from "./contract";
import { importTasks } from "./imports/jobs";
import { crmService } from "./service";

type Clients = { identity: Client<typeof identity.calls> };

/** Leads, contacts and deals: stages, notes, scores, sales managers. */
export const crmModule = serviceModule({
  contract: crm,
  settings: {},
  start({ database, clientsOfAccount, options, dataDir, workerFile }: ServicePlatform<unknown, Clients>) {
    const workerUrl = workerFile("contact-file");
    const files = { dataDir, ...(workerUrl ? { workerUrl } : {}) };
    return {
      served: crmService(database, { clientsOfAccount }, files, options),
      tasks: ({ stop }) => ({ ...appointmentTasks(database), ...importTasks(database, { ...files, stop }) }),
    };
  },
});

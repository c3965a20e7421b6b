import { type ServicePlatform, serviceModule } from "../kit/module";
import { answerTasks } from "./answers/jobs";
import { ticketing } from "./contract";
import type { TicketingUpstreams } from "./deps";
import { ticketPurgeTasks } from "./person/jobs";
import { startTicketing, ticketingService, ticketingTasks } from "./service";
import { type TicketingSettings, ticketingSettings } from "./settings";

/** Tickets. */
export const ticketingModule = serviceModule({
  contract: ticketing,
  settings: ticketingSettings,
  start(platform: ServicePlatform<TicketingSettings, TicketingUpstreams>) {
    const { database, settings, secret, log, clientsFor, clientsOfAccount, loadFile: load } = platform;
    const { SUPPORT_ACCOUNT: supportAccount, PUBLIC_URL: site } = settings;
    const deps = { clientsFor, clientsOfAccount, supportAccount, site };
    return {
      served: ticketingService(database, deps, platform.options),
      tasks: ({ sendMail }) => ({
        ...ticketingTasks(database),
        ...answerTasks({ database, clientsOfAccount, sendMail, load, secret }),
        ...ticketPurgeTasks(database, deps),
      }),
      startWork: () => startTicketing(database, { log, ...(site ? { site } : {}) }),
    };
  },
});

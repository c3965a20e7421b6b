import { type ServicePlatform, serviceModule } from "../kit/module";
import { startBroadcasting } from "./broadcasts/send";
import { whatsapp } from "./contract";
import type { WhatsappUpstreams } from "./deps";
import { whatsappService } from "./service";

/** WhatsApp for a business: templates, numbers and broadcasts. */
export const whatsappModule = serviceModule({
  contract: whatsapp,
  settings: {},
  start(platform: ServicePlatform<unknown, WhatsappUpstreams>) {
    const { database, clientsOfAccount, log } = platform;
    const deps = { clientsOfAccount };
    return {
      served: whatsappService(database, deps, platform.options),
      deps,
      startWork: () => startBroadcasting(database, { ...deps, log }),
    };
  },
});

import { type ServicePlatform, serviceModule } from "../kit/module";
import { startBroadcasting } from "./broadcasts/send";
import { whatsapp } from "./contract";
import type { WhatsappUpstreams } from "./deps";
import { whatsappService } from "./service";
import { startChargingTemplates } from "./templates/settle";

/** WhatsApp for a business: templates, numbers and broadcasts. */
export const whatsappModule = serviceModule({
  contract: whatsapp,
  settings: {},
  start(platform: ServicePlatform<unknown, WhatsappUpstreams>) {
    const { database, clientsOfAccount, secret, log } = platform;
    const deps = { clientsOfAccount, secret };
    return {
      served: whatsappService(database, deps, platform.options),
      deps,
      startWork: () => {
        const work = [
          startBroadcasting(database, { ...deps, log }),
          startChargingTemplates(database, { ...deps, log }),
        ];
        return { stop: () => Promise.all(work.map((one) => one.stop())) };
      },
    };
  },
});

import { mailReader } from "../connectors/email/run";
import { addressBytes, block, inBlock } from "../kit/address";
import { type ServicePlatform, serviceModule } from "../kit/module";
import { social } from "./contract";
import type { SocialContext, SocialUpstreams } from "./deps";
import { socialTasks } from "./drain";
import { startMailboxes } from "./email/watch";
import { createHooks } from "./hooks";
import { startReviews } from "./playstore/poll";
import { socialService } from "./service";
import { type SocialSettings, socialSettings } from "./settings";

/** The networks outside: what arrives from them and what goes out. */
export const socialModule = serviceModule({
  contract: social,
  settings: socialSettings,
  start(platform: ServicePlatform<SocialSettings, SocialUpstreams>) {
    const { database, settings, secret, log, clientsFor, clientsOfAccount, publicUrl } = platform;
    const allowed = settings.MAIL_HOSTS_ALLOWED.map(block);
    const context: SocialContext = {
      db: database.db,
      deps: {
        ...{ clientsFor, clientsOfAccount, secret, publicUrl, load: platform.loadFile },
        ...{ telegramUrl: settings.TELEGRAM_URL, graphUrl: settings.GRAPH_URL, graphVersion: settings.GRAPH_VERSION },
        xUrl: settings.X_URL,
        ...{ playUrl: settings.PLAY_URL, googleTokenUrl: settings.GOOGLE_TOKEN_URL },
        playPollSeconds: settings.PLAY_POLL_SECONDS,
        mayDial(address) {
          const bytes = addressBytes(address);
          return bytes !== undefined && allowed.some((one) => inBlock(bytes, one));
        },
        readMail: mailReader(platform.workerFile("email")),
      },
    };
    return {
      served: socialService(database, context.deps, platform.options),
      tasks: () => socialTasks(context),
      startWork() {
        const watches = [startMailboxes(context, { log }), startReviews(context, { log })];
        return { stop: async () => void (await Promise.all(watches.map((one) => one.stop()))) };
      },
      context,
      /** Keeps what the chat networks post; undefined when this service is elsewhere. */
      hooks: platform.elsewhere ? undefined : createHooks(database, secret),
    };
  },
});

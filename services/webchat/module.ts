import { type ServicePlatform, serviceModule } from "../kit/module";
import { webchat } from "./contract";
import type { WebchatUpstreams } from "./deps";
import { webchatService } from "./service";
import { type WebchatSettings, webchatSettings } from "./settings";
import type { VisitLimits } from "./visits/limits";

/** The chat on customers' own sites. */
export const webchatModule = serviceModule({
  contract: webchat,
  settings: webchatSettings,
  start(platform: ServicePlatform<WebchatSettings, WebchatUpstreams>) {
    const { database, clientsOfAccount, secret, settings } = platform;
    const deps = { clientsOfAccount, secret, fcm: { url: settings.FCM_URL, tokenUrl: settings.FCM_TOKEN_URL } };
    return {
      deps,
      served: webchatService(database, deps, platform.options),
      /** What the visitors' endpoints work with; undefined when web chat is elsewhere. */
      visits: platform.elsewhere ? undefined : { deps, limits: limitsOf(settings) },
    };
  },
});

/** How often one address may do what in the web chat. */
function limitsOf(settings: WebchatSettings): VisitLimits {
  return {
    sessions: settings.WEBCHAT_SESSIONS_PER_HOUR,
    chats: settings.WEBCHAT_CHATS_PER_12_HOURS,
    updates: settings.WEBCHAT_UPDATES_PER_HOUR,
    uploads: settings.WEBCHAT_UPLOADS_PER_HOUR,
    transcripts: settings.WEBCHAT_TRANSCRIPTS_PER_HOUR,
    visitors: settings.WEBCHAT_VISITORS_PER_ADDRESS,
  };
}

import { type ServicePlatform, serviceModule } from "../kit/module";
import { voice } from "./contract";
import type { VoiceUpstreams } from "./deps";
import { flowRunner } from "./flows/runner";
import { openVoicemailTicket, voicemailTask } from "./flows/voicemails";
import { outboundTasks } from "./outbound/jobs";
import { pbxDirectory } from "./queue/pbx";
import { robocallCaller } from "./robocalls/caller";
import type { DiallingExchange } from "./robocalls/driver";
import { robocallTasks } from "./robocalls/turns";
import { voiceService } from "./service";
import { type VoiceSettings, voiceSettings } from "./settings";
import { tidyVoice } from "./tidy";
import { voiceContext } from "./workspace/context";

/** The call centre: agents, calls, dispositions, recordings, figures. */
export const voiceModule = serviceModule({
  contract: voice,
  settings: voiceSettings,
  start(platform: ServicePlatform<VoiceSettings, VoiceUpstreams>) {
    const { database, settings, secret, clientsFor, clientsOfAccount, dataDir, workerFile } = platform;
    const workerUrl = workerFile("contact-file");
    const files = { dataDir, ...(workerUrl ? { workerUrl } : {}) };
    const pbx = { wssUrl: settings.VOICE_PBX_WSS_URL, stunServers: settings.VOICE_STUN_SERVERS };
    const context = voiceContext(database, { clientsFor, clientsOfAccount, secret, pbx });
    const flows = flowRunner(context, (err) => platform.log.error({ err }, "a call in a flow failed"));
    const exchange: DiallingExchange = { driver: undefined };
    const robocalls = robocallCaller(context, exchange, (err) => platform.log.error({ err }, "a robocall failed"));
    return {
      served: voiceService(context, files, exchange, platform.options),
      tasks: ({ stop }) => ({
        ...outboundTasks(context, { ...files, stop }),
        ...robocallTasks(context, robocalls),
        [voicemailTask]: (payload) => openVoicemailTicket(context, payload),
      }),
      tidy: () => tidyVoice(context),
      /** What a PBX asks and tells. */
      pbx: { ...pbxDirectory(context), beginFlow: flows.begin },
      /** What places calls by itself: a driver is put here when the exchange is there. */
      exchange,
      context,
      /** Where browsers must be let out to. */
      hosts: pbx.wssUrl ? [new URL(pbx.wssUrl).origin] : [],
    };
  },
});

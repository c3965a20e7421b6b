import { azureSpeech, type Speaker } from "../connectors/azure-speech";
import { missingSettings } from "../kit/environment";
import { type ServicePlatform, serviceModule } from "../kit/module";
import { shareBreak } from "./agents/shared-breaks";
import { shareBreakTask } from "./agents/store";
import { startAsterisk } from "./asterisk/start";
import { voice } from "./contract";
import type { VoiceUpstreams } from "./deps";
import { flowRunner } from "./flows/runner";
import { openVoicemailTicket, voicemailTask } from "./flows/voicemails";
import { outboundTasks } from "./outbound/jobs";
import { pacedCaller } from "./pacing/caller";
import { pacingTasks } from "./pacing/turns";
import { pbxDirectory } from "./queue/pbx";
import { robocallCaller } from "./robocalls/caller";
import type { DiallingExchange } from "./robocalls/driver";
import { robocallTasks } from "./robocalls/turns";
import { voiceService } from "./service";
import { type VoiceSettings, voiceSettings } from "./settings";
import { forgetSpeech } from "./speech/handlers";
import { forgetSpeechTask } from "./speech/store";
import { tidyVoice } from "./tidy";
import { voiceContext } from "./workspace/context";

/** The call centre: agents, calls, dispositions, recordings, figures. */
export const voiceModule = serviceModule({
  contract: voice,
  settings: voiceSettings,
  settingFaults: (settings) => [
    ...(settings.VOICE_ARI_URL ? missingSettings(settings, ["VOICE_ARI_USER", "VOICE_ARI_PASSWORD"]) : []),
    ...(settings.VOICE_SPEECH_URL ? missingSettings(settings, ["VOICE_SPEECH_KEY"]) : []),
  ],
  start(platform: ServicePlatform<VoiceSettings, VoiceUpstreams>) {
    const { database, settings, secret, clientsFor, clientsOfAccount, dataDir, workerFile } = platform;
    const workerUrl = workerFile("contact-file");
    const files = { dataDir, ...(workerUrl ? { workerUrl } : {}) };
    const pbx = { wssUrl: settings.VOICE_PBX_WSS_URL, stunServers: settings.VOICE_STUN_SERVERS };
    const speaker = speakerFor(settings, (words) => platform.log.warn({ words }, "a text was not spoken"));
    const context = voiceContext(database, { clientsFor, clientsOfAccount, secret, pbx, speaker });
    const flows = flowRunner(context, (err) => platform.log.error({ err }, "a call in a flow failed"));
    const exchange: DiallingExchange = {
      ...{ driver: undefined, isSet: settings.VOICE_ARI_URL !== undefined },
      detectsMachines: settings.VOICE_ARI_URL !== undefined && settings.VOICE_ARI_AMD_CONTEXT !== undefined,
    };
    const robocalls = robocallCaller(context, exchange, (err) => platform.log.error({ err }, "a robocall failed"));
    const paced = pacedCaller(context, exchange, (err) => platform.log.error({ err }, "an automatic call failed"));
    return {
      served: voiceService(context, files, exchange, platform.options),
      tasks: ({ stop }) => ({
        ...outboundTasks(context, { ...files, stop }),
        ...robocallTasks(context, robocalls),
        ...pacingTasks(context, paced),
        [voicemailTask]: (payload) => openVoicemailTicket(context, payload),
        [shareBreakTask]: (payload) => shareBreak(context, payload),
        [forgetSpeechTask]: (payload) => forgetSpeech(context, payload),
      }),
      startWork({ databaseUrl }) {
        const { VOICE_ARI_URL: url, VOICE_ARI_USER: user = "", VOICE_ARI_PASSWORD: password = "" } = settings;
        if (!url || platform.elsewhere) return { stop: async () => undefined };
        return startAsterisk(databaseUrl, {
          address: { url, user, password, app: settings.VOICE_ARI_APP },
          ...{ trunk: settings.VOICE_ARI_TRUNK, publicUrl: platform.publicUrl, begin: flows.begin },
          amdContext: settings.VOICE_ARI_AMD_CONTEXT,
          onDialling: (driver) => {
            exchange.driver = driver;
          },
          onError: (err) => platform.log.error({ err }, "Asterisk"),
        });
      },
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

/** The text to speech that is set up; what it did not speak is told, without the text. */
function speakerFor(
  { VOICE_SPEECH_URL: url, VOICE_SPEECH_KEY: key = "" }: VoiceSettings,
  onFault: (words: string) => void,
): Speaker | undefined {
  if (!url) return undefined;
  const speaker = azureSpeech({ url, key });
  return {
    async speak(request) {
      const outcome = await speaker.speak(request);
      if (outcome.kind !== "spoken") onFault(outcome.words);
      return outcome;
    },
  };
}

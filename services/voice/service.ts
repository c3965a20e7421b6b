import { type ServedCalls, type ServeOptions, serve } from "../kit/serve";
import { agentHandlers } from "./agents/handlers";
import { requestHandlers } from "./agents/requests";
import { callerHandlers } from "./calls/caller";
import { callHandlers } from "./calls/handlers";
import { outboundHandlers } from "./calls/outbound";
import { voice } from "./contract";
import { dispositionHandlers } from "./dispositions/handlers";
import { personHandlers } from "./person/handlers";
import { recordingHandlers } from "./recordings/handlers";
import { reportHandlers } from "./reports/handlers";
import { settingHandlers } from "./settings/handlers";
import type { VoiceContext } from "./workspace/context";

/** The voice service. */
export function voiceService(context: VoiceContext, options: ServeOptions): ServedCalls<typeof voice.calls> {
  const handlers = {
    ...agentHandlers(context),
    ...requestHandlers(context),
    ...callHandlers(context),
    ...outboundHandlers(context),
    ...callerHandlers(context),
    ...dispositionHandlers(context),
    ...recordingHandlers(context),
    ...reportHandlers(context),
    ...settingHandlers(context),
    ...personHandlers(context.database, context.deps),
  };
  return serve(voice, handlers, options);
}

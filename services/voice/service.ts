import type { FileReaderDeps } from "../kit/contact-file/load";
import { finishedHandlers } from "../kit/finished";
import { type ServedCalls, type ServeOptions, serve } from "../kit/serve";
import { requestHandlers } from "./agents/requests";
import { callerHandlers } from "./calls/caller";
import { listFinished } from "./calls/finished";
import { callHandlers } from "./calls/handlers";
import { outboundHandlers } from "./calls/outbound";
import { voice } from "./contract";
import { customerHandlers } from "./customer/handlers";
import { dispositionHandlers } from "./dispositions/handlers";
import { flowHandlers } from "./flows/handlers";
import { flowRecordHandlers } from "./flows/records";
import { soundHandlers } from "./flows/sounds";
import { stepHandlers } from "./flows/step-handlers";
import { trialHandlers } from "./flows/trial";
import { groupHandlers } from "./outbound/group-handlers";
import { ruleHandlers } from "./outbound/rule-handlers";
import { targetHandlers } from "./outbound/target-handlers";
import { pacingHandlers } from "./pacing/handlers";
import { personHandlers } from "./person/handlers";
import { agentHandlers } from "./phone/handlers";
import { recordingHandlers } from "./recordings/handlers";
import { reportHandlers } from "./reports/handlers";
import type { DiallingExchange } from "./robocalls/driver";
import { robocallHandlers } from "./robocalls/handlers";
import { settingHandlers } from "./settings/handlers";
import { speechHandlers } from "./speech/handlers";
import type { VoiceContext } from "./workspace/context";

/** The voice service. */
export function voiceService(
  context: VoiceContext,
  files: FileReaderDeps,
  exchange: DiallingExchange,
  options: ServeOptions,
): ServedCalls<typeof voice.calls> {
  const handlers = {
    ...agentHandlers(context),
    ...requestHandlers(context),
    ...callHandlers(context),
    ...outboundHandlers(context),
    ...groupHandlers(context, files),
    ...ruleHandlers(context),
    ...targetHandlers(context),
    ...pacingHandlers(context, exchange),
    ...callerHandlers(context),
    ...dispositionHandlers(context),
    ...recordingHandlers(context),
    ...reportHandlers(context),
    ...settingHandlers(context),
    ...flowHandlers(context),
    ...stepHandlers(context),
    ...flowRecordHandlers(context),
    ...soundHandlers(context),
    ...speechHandlers(context),
    ...trialHandlers(context),
    ...robocallHandlers(context, exchange),
    ...customerHandlers(context),
    ...finishedHandlers(context.read, listFinished),
    ...personHandlers(context.database, context.deps),
  };
  return serve(voice, handlers, options);
}

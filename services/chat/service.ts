import type { Database } from "../kit/database";
import { finishedHandlers } from "../kit/finished";
import { startInterval } from "../kit/interval";
import type { Tasks } from "../kit/jobs";
import { type ServedCalls, type ServeOptions, serve } from "../kit/serve";
import { agentHandlers } from "./agents/handlers";
import { presenceHandlers } from "./agents/presence.handlers";
import { botHandlers } from "./bot/handlers";
import { bulkHandlers } from "./bulk/handlers";
import { contactHandlers } from "./contacts/handlers";
import { handlingHandlers } from "./contacts/handling.handlers";
import { startHandlers } from "./contacts/start.handlers";
import { chat } from "./contract";
import { customerHandlers } from "./customer/handlers";
import type { ChatDeps } from "./deps";
import { listFinished } from "./inside/finished";
import { internalHandlers } from "./inside/handlers";
import { heardHandlers } from "./inside/heard";
import { visitorHandlers } from "./inside/visitor.handlers";
import { labelHandlers } from "./labels/handlers";
import { type ChatTaskDeps, deliveryTasks } from "./messages/deliver";
import { messageHandlers } from "./messages/handlers";
import { personHandlers } from "./people/handlers";
import { personDataHandlers } from "./person/service";
import { reportHandlers } from "./reports/handlers";
import { settingHandlers } from "./routing/handlers";
import { chatSettingHandlers } from "./settings/handlers";
import { snoozeHandlers } from "./snooze/handlers";
import { type Following, followStore } from "./store/follow";
import type { ChatStore } from "./store/store";
import { sweep } from "./sweep";
import { teamHandlers } from "./teams/handlers";
import { skillHandlers } from "./teams/skill-handlers";
import { chatContext } from "./workspace/context";

/** The embedded chat service: conversations, messages, agents, the queue and how it is given out. */
export function chatService(database: Database, deps: ChatDeps, options: ServeOptions): ServedCalls<typeof chat.calls> {
  const service = chatContext(database, deps);
  const handlers = {
    ...contactHandlers(service),
    ...handlingHandlers(service),
    ...startHandlers(service),
    ...snoozeHandlers(service),
    ...bulkHandlers(service),
    ...labelHandlers(service),
    ...skillHandlers(service),
    ...teamHandlers(service),
    ...messageHandlers(service),
    ...personHandlers(service),
    ...agentHandlers(service),
    ...presenceHandlers(service),
    ...settingHandlers(service),
    ...internalHandlers(service),
    ...heardHandlers(service),
    ...finishedHandlers(service.read, listFinished),
    ...visitorHandlers(service),
    ...chatSettingHandlers(service),
    ...botHandlers(service),
    ...reportHandlers(service),
    ...customerHandlers(service),
    ...personDataHandlers(service),
  };
  return serve(chat, handlers, options);
}

/** The queued jobs of the chat service; each may run twice. */
export function chatTasks(database: Database, deps: ChatTaskDeps): Tasks {
  return deliveryTasks(database, deps);
}

/** Seconds between two sweeps: an absent agent is found within the 30 s that a widget is promised. */
const sweepSeconds = 10;

/**
 * Sweeps, and writes the store where browsers hear of chats, until stopped. Several processes may do so at once.
 * @param options.store none, or one without documents: there is nothing to write
 */
export async function startChat(
  database: Database,
  options: Following & { store?: ChatStore },
): Promise<{ stop(): Promise<void> }> {
  const documents = options.store?.documents;
  const following = documents ? await followStore(database, documents, options) : undefined;
  const sweeping = startInterval(() => sweep(database, options.secret), {
    everyMs: sweepSeconds * 1000,
    onError: (err) => options.log.error({ err }, "sweeping chats"),
  });
  return {
    async stop() {
      await Promise.all([sweeping.stop(), following?.stop()]);
    },
  };
}

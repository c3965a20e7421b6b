import { missingSettings } from "../kit/environment";
import { type ServicePlatform, serviceModule } from "../kit/module";
import { shareBreak, shareBreakTask } from "./agents/share-break";
import { chat } from "./contract";
import type { ChatUpstreams } from "./deps";
import { chatService, chatTasks, startChat } from "./service";
import { type ChatSettings, chatSettings } from "./settings";
import { socialCarrier } from "./social-carrier";
import { configuredChatStore } from "./store/choose";
import { webchatCarrier } from "./webchat-carrier";

/** Conversations with customers, on every channel. */
export const chatModule = serviceModule({
  contract: chat,
  settings: chatSettings,
  settingFaults(settings) {
    // The demo has a project of its own.
    const named = settings.DATABASE_URL || settings.FIREBASE_PROJECT;
    return settings.CHAT_STORE === "firebase" && named
      ? missingSettings(settings, ["FIREBASE_PROJECT", "FIREBASE_API_KEY", "FIREBASE_KEY"])
      : [];
  },
  start(platform: ServicePlatform<ChatSettings, ChatUpstreams>) {
    const { database, settings, secret, log, clientsFor, clientsOfAccount, loadFile: load } = platform;
    const deps = {
      ...{ clientsFor, clientsOfAccount, secret, site: settings.PUBLIC_URL },
      sync: async (account: string, contact: number) =>
        (await clientsOfAccount(account).social.sync({ body: { contact } })).status === 201,
    };
    const store = configuredChatStore(settings);
    return {
      served: chatService(database, deps, platform.options),
      tasks: () => ({
        [shareBreakTask]: (payload) => shareBreak(database, { clientsOfAccount }, payload),
        ...chatTasks(database, {
          ...{ secret, carrier: { ...socialCarrier({ clientsOfAccount }), ...webchatCarrier({ clientsOfAccount }) } },
          async dropFile(account, id) {
            const answer = await clientsOfAccount(account).uploads.dropFiles({ body: { ids: [id] } });
            if (answer.status !== 200) throw new Error(answer.body.message);
          },
        }),
      }),
      startWork: ({ databaseUrl: url }) => startChat(database, { url, secret, load, log, store }),
      /** Where browsers hear of chats. */
      store,
    };
  },
});

import { ServiceAccount } from "../../connectors/service-account";
import type { ChatSettings } from "../settings";
import { firebaseStore } from "./firebase";
import { ours } from "./ours";
import type { ChatStore } from "./store";

/** The maker of the chat store that the settings choose. */
export function configuredChatStore(settings: ChatSettings): ChatStore {
  const { CHAT_STORE, FIREBASE_PROJECT: project, FIREBASE_API_KEY: apiKey, FIREBASE_KEY: key } = settings;
  if (CHAT_STORE === "ours" || !project || !apiKey || !key) return ours;
  const account = ServiceAccount.parse(JSON.parse(key));
  return firebaseStore({ project, apiKey, account, bucket: settings.FIREBASE_BUCKET, url: settings.FIREBASE_URL });
}

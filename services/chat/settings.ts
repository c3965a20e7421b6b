import { z } from "zod";
import { url } from "../kit/environment";
import type { SettingsOf } from "../kit/module";

export const chatSettings = {
  /** Where browsers hear of chats: from our own event log, or from the documents of a Firebase project. */
  CHAT_STORE: z.enum(["ours", "firebase"]).default("ours"),
  FIREBASE_PROJECT: z
    .string()
    .regex(/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/, "must be a project's id")
    .optional(),
  FIREBASE_API_KEY: z.string().optional(),
  /** Files of chats are kept there besides; without it they are not. */
  FIREBASE_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/, "must be a bucket's name")
    .optional(),
  /** The service account's key file, its JSON as it is. */
  FIREBASE_KEY: z.string().refine(isServiceAccount, "must be the JSON of a service account's key").optional(),
  /** Another host than Google's, for all of Firebase. */
  FIREBASE_URL: url.optional(),
};
export type ChatSettings = SettingsOf<typeof chatSettings>;

function isServiceAccount(text: string): boolean {
  try {
    const { client_email, private_key } = JSON.parse(text) as { client_email?: unknown; private_key?: unknown };
    return typeof client_email === "string" && /^-----BEGIN PRIVATE KEY-----/.test(String(private_key));
  } catch {
    return false;
  }
}

import type { chat } from "../chat/contract";
import type { Client } from "../kit/client";
import type { uploads } from "../uploads/contract";

/** Other services, asked as a service for one account. */
export type WebchatUpstreams = { chat: Client<typeof chat.calls>; uploads: Client<typeof uploads.calls> };

/** What the web chat calls need from outside. */
export type WebchatDeps = {
  clientsOfAccount(account: string): WebchatUpstreams;
  /** Seals identity secrets and Firebase keys, signs links to files. */
  secret: string;
  /** Firebase Cloud Messaging, and where Google gives access to it. */
  fcm: { url: string; tokenUrl: string };
};

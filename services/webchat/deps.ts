import type { chat } from "../chat/contract";
import type { Client } from "../kit/client";
import type { uploads } from "../uploads/contract";

/** Other services, asked as a service for one account. */
export type Others = { chat: Client<typeof chat.calls>; uploads: Client<typeof uploads.calls> };

/** What the web chat calls need from outside. */
export type WebchatDeps = {
  askAs(account: string): Others;
  /** Seals identity secrets, signs links to files. */
  secret: string;
};

import { billing } from "./billing/contract";
import { chat } from "./chat/contract";
import { identity } from "./identity/contract";
import { openapi } from "./kit/openapi";
import { messaging } from "./messaging/contract";
import { social } from "./social/contract";
import { ticketing } from "./ticketing/contract";
import { uploads } from "./uploads/contract";
import { webchat } from "./webchat/contract";

/** The OpenAPI 3.1 document of every documented call. */
export function openapiDocument(): object {
  return openapi([identity, billing, messaging, uploads, ticketing, chat, webchat, social]);
}

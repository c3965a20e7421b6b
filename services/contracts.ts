import { billing } from "./billing/contract";
import { chat } from "./chat/contract";
import { identity } from "./identity/contract";
import { messaging } from "./messaging/contract";
import { social } from "./social/contract";
import { ticketing } from "./ticketing/contract";
import { uploads } from "./uploads/contract";
import { webchat } from "./webchat/contract";

/** What every service answers, in the order of the OpenAPI document. */
export const contracts = { identity, billing, messaging, uploads, ticketing, chat, webchat, social };

import { billing } from "./billing/contract";
import { identity } from "./identity/contract";
import { openapi } from "./kit/openapi";
import { messaging } from "./messaging/contract";
import { ticketing } from "./ticketing/contract";
import { uploads } from "./uploads/contract";

/** The OpenAPI 3.1 document of every documented call. */
export function openapiDocument(): object {
  return openapi([identity, billing, messaging, uploads, ticketing]);
}

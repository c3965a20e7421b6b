import type { Ask } from "../shell/context.server";
import { fieldsOnOffer } from "./templates.counter";

/** Merge fields of the account's groups; who may not read groups still has those that every contact has. */
export async function knownFields(ask: Ask): Promise<string[]> {
  const groups = await ask.messaging.allGroups({ query: { type: "sms,email" } });
  return fieldsOnOffer(groups.status === 200 ? groups.body.data : []);
}

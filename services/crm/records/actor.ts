import type { RecordKind } from "../../../rules/crm";
import { missing } from "../../kit/principal";
import { type CallContext, HttpError } from "../../kit/serve";
import { recordNeeds } from "../contract.records";
import type { RecordActor } from "./changes";

/** Who asks, as a record's history names them. */
export function recordActor({ who }: Pick<CallContext, "who">): RecordActor {
  return who?.kind === "person" ? { id: who.id, name: who.name } : { id: null, name: "" };
}

/**
 * What is common to all kinds is open to whoever may see one of them: the kind itself is asked for here.
 * @throws HttpError 403
 */
export function mustMay({ who }: Pick<CallContext, "who">, kind: RecordKind): void {
  if (who?.kind !== "person" || missing(who, recordNeeds[kind]) === undefined) return;
  throw new HttpError(403, `You need the permission ${recordNeeds[kind].permissions.join(" or ")}.`);
}

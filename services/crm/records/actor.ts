import type { RecordKind } from "../../../rules/crm";
import { missing } from "../../kit/principal";
import { type CallContext, HttpError } from "../../kit/serve";
import { recordNeeds } from "../contract.records";
import type { RecordActor } from "./changes";

/** No one: the sales manager of what a program adds. */
const unassigned: RecordActor = { id: null, name: "" };

/** Who asks, as a record's history names them. A key of the account has a name and is no one's number. */
export function recordActor({ who }: Pick<CallContext, "who">): RecordActor {
  if (who?.kind !== "person") return unassigned;
  return { id: who.api_key ? null : who.id, name: who.name };
}

/** Whose a new record is. */
export function firstOwner({ who }: Pick<CallContext, "who">): RecordActor {
  return who?.kind === "person" && who.api_key ? unassigned : recordActor({ who });
}

/**
 * What is common to all kinds is open to whoever may see one of them: the kind itself is asked for here.
 * @throws HttpError 403
 */
export function mustMay({ who }: Pick<CallContext, "who">, kind: RecordKind): void {
  if (who?.kind !== "person") return;
  if (who.api_key) {
    if (who.api_key.scopes.includes(`${kind}s:write`)) return;
    throw new HttpError(403, "This API key may not make this call.");
  }
  if (missing(who, recordNeeds[kind]) === undefined) return;
  throw new HttpError(403, `You need the permission ${recordNeeds[kind].permissions.join(" or ")}.`);
}

import { sql } from "kysely";
import { statuses } from "../../../rules/ticket-labels";
import type { Trx } from "../../kit/database";
import { hasRows } from "../../kit/rows";
import { HttpError } from "../../kit/serve";
import type { Action } from "../contract.automations";
import { wordsFor } from "../records/history";

/** The people whom actions name: they must be known to ticketing before the rule is judged. */
export function peopleIn(actions: readonly Action[]): string[] {
  return actions.flatMap((action) => {
    if (action.kind === "assign" && action.to === "member") return [action.id];
    return action.kind === "notify" && action.to === "person" ? [action.id] : [];
  });
}

/** @throws HttpError 422 on actions that name what the account does not have */
export async function checkActions(trx: Trx, account: string, actions: readonly Action[]): Promise<void> {
  const errors: Record<string, string[]> = {};
  for (const [place, action] of actions.entries()) {
    if (action.kind !== "set" && action.kind !== "assign" && action.kind !== "notify") continue;
    if (await isThere(trx, account, action)) continue;
    const field = action.kind === "set" ? "value" : "id";
    errors[`actions.${place}.${field}`] = ["Choose from the list."];
  }
  if (Object.keys(errors).length > 0)
    throw new HttpError(422, "An action names something that does not exist. Choose it from the list.", errors);
}

async function isThere(
  trx: Trx,
  account: string,
  action: Extract<Action, { kind: "set" | "assign" | "notify" }>,
): Promise<boolean> {
  if (action.kind === "set") {
    const { field, value } = action;
    if (field === "status") return statuses.some((status) => status === value);
    return /^\d{1,15}$/.test(value) && Boolean(await wordsFor(trx, account, `${field}_id`, value));
  }
  if (action.kind === "notify" && action.to !== "person") return true;
  const isPerson = action.kind === "notify" || action.to === "member";
  if (!isPerson && !/^\d{1,15}$/.test(action.id)) return false;
  return hasRows(
    trx,
    isPerson
      ? sql`select 1 from ticketing.people where customer_account = ${account} and user_id = ${action.id}`
      : sql`select 1 from ticketing.groups where customer_account = ${account} and id = ${Number(action.id)}`,
  );
}

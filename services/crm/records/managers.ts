import { kindWords, type RecordKind } from "../../../rules/crm";
import { missing } from "../../kit/principal";
import { HttpError } from "../../kit/serve";
import { recordNeeds } from "../contract.records";
import type { CrmDeps } from "../deps";
import type { RecordActor } from "./changes";

/** Everybody of the account who can sign in. */
export async function listManagers(deps: CrmDeps, account: string): Promise<{ id: string; name: string }[]> {
  const answer = await deps.clientsOfAccount(account).identity.allMembers({ params: { account, group: "all" } });
  return answer.status === 200 ? answer.body.data.map(({ id, name }) => ({ id: String(id), name })) : [];
}

/** The person by the id, as identity knows them. @throws HttpError 422 */
export async function findManager(deps: CrmDeps, account: string, id: string): Promise<RecordActor> {
  const found = (await listManagers(deps, account)).find((one) => one.id === id);
  if (found) return found;
  const words = "Choose a person of your account.";
  throw new HttpError(422, words, { sales_manager_id: [words] });
}

/** The person by the id, who may open records of this kind and so can look after them. @throws HttpError 422, 503 */
export async function findManagerFor(
  deps: CrmDeps,
  account: string,
  id: string,
  kind: RecordKind,
): Promise<RecordActor> {
  const found = await findManager(deps, account, id);
  const access = await deps.clientsOfAccount(account).identity.personAccess({ params: { id } });
  if (access.status !== 200 && access.status !== 404)
    throw new HttpError(503, "The people of the account can't be read right now. Try again in a moment.");
  if (access.status === 200 && missing(access.body, recordNeeds[kind]) === undefined) return found;
  const words = `${found.name} can't open ${kindWords[kind][1]}. Give them a role that can, or choose someone else.`;
  throw new HttpError(422, words, { sales_manager_id: [words] });
}

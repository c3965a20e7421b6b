import { HttpError } from "../../kit/serve";
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

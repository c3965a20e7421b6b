import { roleRank } from "../../../rules/system-roles";
import { id } from "../../../services/kit/contract";
import type { ServiceClients } from "../../../services/modules";
import type { Viewer } from "../../access";
import type {} from "../../shell/context.server";
import { expectStatus } from "../../shell/page.server";
import { powersOfViewer } from "../roles/rights";

export type RoleChoice = { value: string; label: string; why?: string };

/** Every role of the account for choosing one; `why` it can't be given by this viewer. */
export async function roleChoices(api: ServiceClients, viewer: Viewer): Promise<RoleChoice[]> {
  const { data } = expectStatus(
    await api.identity.roles({ params: { account: "own" }, query: { per_page: 500 } }),
    200,
  );
  const own = powersOfViewer(viewer);
  const rank = roleRank(viewer.roles[0]?.name);
  return data.map(({ id, name, permissions }) => {
    const missing = permissions.filter((held) => !own.has(held.name));
    const choice = { value: String(id), label: name };
    if (roleRank(name) > rank) return { ...choice, why: "has a higher role than you" };
    return missing.length > 0 ? { ...choice, why: "has more permissions than you" } : choice;
  });
}

export async function teamChoices(api: ServiceClients): Promise<{ value: string; label: string }[]> {
  const { data } = expectStatus(await api.identity.teams(), 200);
  return data.map(({ id, name }) => ({ value: String(id), label: name }));
}

/** The person of /settings/users/:id; what is no number is an unknown person. */
export async function loadPerson(api: ServiceClients, said: string) {
  return expectStatus(await api.identity.member({ params: { id: parseUserId(said) } }), 200);
}

export function parseUserId(said: string): number {
  return parseId(said, "person");
}

export function parseRoleId(said: string): number {
  return parseId(said, "role");
}

function parseId(said: string, noun: string): number {
  const found = id.safeParse(said);
  if (!found.success) throw new Response(`There is no such ${noun} in this account.`, { status: 404 });
  return found.data;
}

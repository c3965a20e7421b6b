import type { Skill } from "../../../services/identity/contract.skills";
import { type Admitted, expectStatus } from "../../shell/page.server";
import type { Path } from "../../sitemap";

/** A skill of the account by the number in a URL. @throws Response 404 */
export async function loadSkill(api: Admitted<Path>["api"], id: string): Promise<Skill> {
  const { data } = expectStatus(await api.identity.skills(), 200);
  const found = data.find((skill) => String(skill.id) === id);
  if (!found) throw new Response("There is no such skill.", { status: 404 });
  return found;
}

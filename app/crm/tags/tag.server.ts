import type { Tag } from "../../../services/crm/contract.tags";
import { type Admitted, expectStatus } from "../../shell/page.server";
import type { Path } from "../../sitemap";

/** All tags, with how many records each is on. */
export async function fetchCountedTags(api: Admitted<Path>["api"]): Promise<Tag[]> {
  return expectStatus(await api.crm.tags({ query: { counts: "1" } }), 200).data;
}

/** The tag of the address, among the others. @throws Response 404 */
export async function loadTag(api: Admitted<Path>["api"], id: string): Promise<{ tag: Tag; tags: Tag[] }> {
  const tags = await fetchCountedTags(api);
  const tag = tags.find((one) => String(one.id) === id);
  if (!tag) throw new Response("There is no such tag.", { status: 404 });
  return { tag, tags };
}

import type { ServiceClients } from "../../../services/modules";
import type { Category, Faq } from "../../../services/webchat/contract.schemas";
import { expectStatus } from "../../shell/page.server";

/** All categories with their questions, in their order. */
export async function loadCategories({ webchat }: ServiceClients): Promise<Category[]> {
  return expectStatus(await webchat.faqCategories({}), 200).data;
}

/** The category of the URL. @throws Response 404 */
export async function findCategory(api: ServiceClients, id: string): Promise<Category> {
  const found = (await loadCategories(api)).find((one) => String(one.id) === id);
  if (!found) throw new Response("There is no such category.", { status: 404 });
  return found;
}

/** The question of the URL, with the categories that it can be in. @throws Response 404 */
export async function findFaq(api: ServiceClients, id: string): Promise<{ faq: Faq; categories: Category[] }> {
  const categories = await loadCategories(api);
  const faq = categories.flatMap(({ faqs }) => faqs).find((one) => String(one.id) === id);
  if (!faq) throw new Response("There is no such question.", { status: 404 });
  return { faq, categories };
}

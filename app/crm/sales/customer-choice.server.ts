import type { Admitted } from "../../shell/page.server";
import { fetchRecord } from "../record/record.server";

/** Contacts that are offered at a time; the search field leads to the others. */
const offered = 20;

/** As many letters of a name as are looked for. */
const maxSearch = 100;

type CustomerRequest = Pick<Admitted<"/crm/sales/new" | "/crm/quotes/new">, "api" | "url">;

/**
 * To whom a sale or a quote is, as the address says: `?deal=`, `?contact=`; and the contacts to choose from where it says
 * neither (`?q=`), undefined for people who may not see contacts.
 */
export async function fetchCustomer({ api, url }: CustomerRequest) {
  const named = (name: string) => Number(url.searchParams.get(name)) || 0;
  const [deal, contact] = await Promise.all([
    named("deal") ? fetchRecord(api, "deal", named("deal")) : undefined,
    named("contact") ? fetchRecord(api, "contact", named("contact")) : undefined,
  ]);
  const of = deal?.status === 200 ? deal.body : undefined;
  const to = contact?.status === 200 ? contact.body : undefined;
  if (of || to)
    return {
      deal: of && { id: of.id, name: of.name, value_cents: of.value_cents, currency: of.currency },
      contact: to ? { id: to.id, name: to.name } : (of?.contact ?? undefined),
    };
  const q = (url.searchParams.get("q") ?? "").slice(0, maxSearch);
  const found = await api.crm.crmContacts({ query: { q, per_page: offered, state: "all", sort: "name" } });
  const gone = named("deal") > 0 || named("contact") > 0;
  if (found.status !== 200) return { choice: { q, gone } };
  const contacts = found.body.data.map(({ id, name, company, phone, email }) => ({ id, name, company, phone, email }));
  return { choice: { q, gone, contacts, more: found.body.next !== null } };
}

import { UserCheck } from "lucide-react";
import { z } from "zod";
import { headSort, listOrders } from "../../rules/list-orders";
import { showPhone } from "../../rules/phone";
import type { Organisation } from "../../services/crm/contract.organisations";
import { paging, sortField } from "../../services/kit/contract";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { type BulkAction, list } from "../kit/lists/definition";
import type { Choice } from "../kit/ui/field";
import { Link } from "../kit/ui/link";
import { RowLink } from "../kit/ui/table";
import { countText } from "./organisations/labels";
import { changeItems, undoChanges } from "./record/bulk";
import { furtherText } from "./record/points";

/** Several organisations get another sales manager, or none. */
function giver(managers: readonly Choice[]): BulkAction<Organisation> {
  const choices = [...managers, { value: "none", label: "No one" }];
  const called = (value = "") => choices.find((one) => one.value === value)?.label ?? "another person";
  return {
    name: "give",
    label: "Sales manager",
    icon: UserCheck,
    fields: [{ name: "sales_manager", label: "Sales manager", choices }],
    ask: (count, { values: { sales_manager } }) => ({
      title: `Give ${count} to ${called(sales_manager)}?`,
      text: "The change is in the history of each organisation.",
      button: `Give to ${called(sales_manager)}`,
    }),
    run: (asked, rows, { sales_manager = "none" }) => {
      const sales_manager_id = sales_manager === "none" ? null : sales_manager;
      const item = { id: ({ id }: Organisation) => id, called: ({ name }: Organisation) => name };
      return changeItems(asked, rows, item, { what: "organisation manager", sales_manager_id });
    },
    told: (count) => `${count} given.`,
    undo: { run: undoChanges, told: (count) => `${count} got the sales manager back.` },
  };
}

/** The organisations of the account. */
export const organisations = list({
  path: "/crm/organisations",
  file: "organisations",
  noun: ["organisation", "organisations"],
  search: z.object({
    ...paging,
    sort: sortField(listOrders.organisations),
    q: z.string().max(100).catch("").default(""),
    sales_manager: z.string().max(60).optional().catch(undefined),
    town: z.string().max(100).optional().catch(undefined),
  }),
  find: "Name, town, website, phone or email",
  async facts({ api }) {
    const answer = await api.crm.salesManagers({});
    const people = answer.status === 200 ? answer.body.data : [];
    return { managers: people.map(({ id, name }) => ({ value: id, label: name })) };
  },
  rows: ({ api, whole }, search) => {
    const query = whole ? { ...search, points: "1" as const } : search;
    return api.crm.organisations({ query });
  },
  filters: ({ managers }) => [
    { name: "sales_manager", label: "Sales manager", choices: [{ value: "none", label: "None" }, ...managers] },
    { name: "town", label: "Town", kind: "text" },
  ],
  columns: ({ zone }) => [
    {
      ...{ name: "name", label: "Name", fixed: true, mobileOrder: 1 },
      sort: headSort("organisations", "name"),
      value: (found: Organisation) => found.name,
      cell: ({ id, name }) => <RowLink to={href("/crm/organisations/:id", { id })}>{name}</RowLink>,
    },
    { name: "town", label: "Town", muted: true, mobileOrder: 3, value: ({ town }) => town },
    {
      ...{ name: "people", label: "People", align: "right", num: true, mobileOrder: 2 },
      value: ({ people }) => people,
      cell: ({ id, name, people }) => (
        <Link className="link inline-block min-h-6" to={href("/crm/contacts", undefined, { organisation: id })}>
          {countText(people)}
          {/* On a phone the column has no head. */}
          <span className="md:sr-only"> {people === 1 ? "person" : "people"}</span>
          <span className="sr-only"> of {name}</span>
        </Link>
      ),
    },
    {
      ...{ name: "deals", label: "Open deals", align: "right", num: true, hideOnSmall: true },
      value: ({ open_deals }) => open_deals,
      cell: ({ open_deals }) => (open_deals === null ? "–" : countText(open_deals)),
    },
    {
      ...{ name: "phone", label: "Phone", num: true, hideOnSmall: true },
      value: ({ phone }) => phone,
      cell: ({ phone }) => (phone === "" ? "–" : showPhone(phone)),
    },
    { name: "website", label: "Website", muted: true, hideOnSmall: true, clip: true, value: ({ website }) => website },
    { name: "email", label: "Email", extra: true, value: ({ email }) => email },
    { name: "further_phones", label: "Further phones", fileOnly: true, value: furtherText("phone") },
    { name: "further_emails", label: "Further emails", fileOnly: true, value: furtherText("email") },
    {
      ...{ name: "manager", label: "Sales manager", muted: true, mobileOrder: 5 },
      value: ({ sales_manager }) => sales_manager,
      cell: ({ sales_manager }) => sales_manager || "None",
    },
    {
      ...{ name: "created", label: "Added", extra: true },
      sort: headSort("organisations", "created"),
      value: ({ created_at }) => created_at,
      cell: ({ created_at }) => <DateTime at={created_at} zone={zone} />,
    },
  ],
  id: ({ id }) => String(id),
  version: ({ version }) => version,
  called: ({ name }) => name,
  bulk: ({ managers }) => [giver(managers)],
});

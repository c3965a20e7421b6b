import { z } from "zod";
import { kindWords } from "../../rules/crm";
import { duplicateKinds, duplicateReasonNames, duplicateReasons } from "../../rules/duplicates";
import { headSort, listOrders } from "../../rules/list-orders";
import { showPhone } from "../../rules/phone";
import { type DuplicatePair, duplicateFilters } from "../../services/crm/contract.duplicates";
import { paging, sortField } from "../../services/kit/contract";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { list } from "../kit/lists/definition";
import { RowLink } from "../kit/ui/table";

const kindNames = { lead: "Leads", contact: "Contacts" };

/** Name and company of one of the two. */
const called = ({ name, company }: DuplicatePair["first"]) => (company === "" ? name : `${name}, ${company}`);
const reachedAt = ({ phone, email }: DuplicatePair["first"]) => [phone, email].filter(Boolean).join(", ");

/** Pairs of records that may be the same, the likeliest first. */
export const duplicatePairs = list({
  path: "/crm/settings/duplicates",
  file: "duplicates",
  noun: ["pair", "pairs"],
  search: z.object({ ...paging, ...duplicateFilters, sort: sortField(listOrders.duplicates) }),
  find: "Name, company, phone or email",
  rows: ({ api }, query) => api.crm.duplicates({ query }),
  filters: () => [
    { name: "kind", label: "Kind", choices: duplicateKinds.map((value) => ({ value, label: kindNames[value] })) },
    {
      ...{ name: "reason", label: "Reason" },
      choices: duplicateReasons.map((value) => ({ value, label: duplicateReasonNames[value] })),
    },
    { name: "record", label: "Record", linked: true },
  ],
  columns: ({ zone }) => [
    {
      ...{ name: "first", label: "Older record", fixed: true, wide: true, mobileOrder: 1 },
      value: ({ first }: DuplicatePair) => called(first),
      cell: ({ id, first, second }) => (
        <RowLink to={href("/crm/settings/duplicates/:id", { id })}>
          {called(first)}
          <span className="sr-only"> and {called(second)}</span>
        </RowLink>
      ),
    },
    {
      ...{ name: "second", label: "Newer record", wide: true, mobileOrder: 3 },
      value: ({ second }) => called(second),
    },
    {
      ...{ name: "reasons", label: "Reason", mobileOrder: 4 },
      value: ({ reasons }) => reasons.map((reason) => duplicateReasonNames[reason]).join(", "),
    },
    {
      ...{ name: "score", label: "Likelihood", align: "right", num: true, alignEnd: true, mobileOrder: 2 },
      sort: headSort("duplicates", "score"),
      value: ({ score }) => score,
      cell: ({ score }) => `${score}%`,
    },
    { name: "kind", label: "Kind", muted: true, mobileOrder: 5, value: ({ kind }) => kindWords[kind][0] },
    {
      ...{ name: "found", label: "Found", muted: true, hideOnSmall: true },
      sort: headSort("duplicates", "found"),
      value: ({ found_at }) => found_at,
      cell: ({ found_at }) => <DateTime at={found_at} zone={zone} />,
    },
    {
      ...{ name: "first-contact", label: "Phone and email of the older", extra: true },
      value: ({ first }) => reachedAt(first),
      cell: ({ first }) => [first.phone && showPhone(first.phone), first.email].filter(Boolean).join(", ") || "–",
    },
    {
      ...{ name: "second-contact", label: "Phone and email of the newer", extra: true },
      value: ({ second }) => reachedAt(second),
      cell: ({ second }) => [second.phone && showPhone(second.phone), second.email].filter(Boolean).join(", ") || "–",
    },
    { name: "first-id", label: "Older id", extra: true, num: true, value: ({ first }) => first.id },
    { name: "second-id", label: "Newer id", extra: true, num: true, value: ({ second }) => second.id },
  ],
  id: ({ id }) => String(id),
});

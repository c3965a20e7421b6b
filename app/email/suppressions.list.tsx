import { Trash2 } from "lucide-react";
import { z } from "zod";
import { type SuppressionSource, suppressionSources } from "../../rules/email";
import { headSort, listOrders } from "../../rules/list-orders";
import type { Suppression } from "../../services/email/contract.schemas";
import { paging, sortField } from "../../services/kit/contract";
import { DateTime } from "../kit/date-time";
import { list } from "../kit/lists/definition";
import { eachRow } from "../kit/lists/each-row";

/** Why an address is on the list, in words. */
const sourceNames: Record<SuppressionSource, string> = {
  unsubscribe: "Unsubscribed",
  bounce: "Bounced",
  complaint: "Complained",
  staff: "Your team",
  import: "Import",
};

/** What an address gets no more of that is suppressed for no list. */
const allEmails = "All emails";

export const suppressions = list({
  path: "/email/suppressions",
  file: "suppressed-addresses",
  noun: ["address", "addresses"],
  search: z.object({
    ...paging,
    sort: sortField(listOrders.suppressions),
    source: z.enum(suppressionSources).optional().catch(undefined),
    list: z.coerce.number().int().min(0).optional().catch(undefined),
    q: z.string().max(100).catch("").default(""),
  }),
  find: "Address",
  rows: ({ api }, query) => api.email.suppressions({ query }),
  async facts({ api }) {
    const answer = await api.email.mailLists({});
    return { lists: answer.status === 200 ? answer.body.data.map(({ id, name }) => ({ id, name })) : [] };
  },
  filters: ({ lists }) => [
    {
      name: "source",
      label: "Source",
      choices: suppressionSources.map((value) => ({ value, label: sourceNames[value] })),
    },
    ...(lists.length > 0
      ? [
          {
            name: "list",
            label: "List",
            choices: [
              { value: "0", label: allEmails },
              ...lists.map(({ id, name }) => ({ value: String(id), label: name })),
            ],
          },
        ]
      : []),
  ],
  columns: ({ zone }) => [
    {
      name: "address",
      label: "Address",
      fixed: true,
      mobileOrder: 1,
      sort: headSort("suppressions", "address"),
      value: (entry: Suppression) => entry.address,
      cell: (entry) => <b className="font-medium wrap-anywhere">{entry.address}</b>,
    },
    { name: "source", label: "Source", mobileOrder: 2, alignEnd: true, value: (entry) => sourceNames[entry.source] },
    {
      name: "list",
      label: "List",
      mobileOrder: 4,
      value: (entry) => (entry.list_id === null ? allEmails : entry.list),
    },
    { name: "reason", label: "Reason", wide: true, mobileOrder: 3, value: (entry) => entry.reason },
    { name: "by", label: "Added by", muted: true, hideOnSmall: true, value: (entry) => entry.added_by },
    {
      name: "until",
      label: "Until",
      muted: true,
      hideOnSmall: true,
      value: (entry) => entry.expires_at ?? "",
      cell: (entry) => (entry.expires_at ? <DateTime at={entry.expires_at} zone={zone} /> : "For good"),
    },
    {
      name: "added",
      label: "Added",
      muted: true,
      mobileOrder: 5,
      sort: headSort("suppressions", "added"),
      value: (entry) => entry.created_at,
      cell: (entry) => <DateTime at={entry.created_at} zone={zone} />,
    },
  ],
  id: (entry) => String(entry.id),
  called: ({ address }) => address,
  bulk: () => [
    {
      name: "remove",
      label: "Take off the list",
      icon: Trash2,
      danger: true,
      ask: (count) => ({
        title: `Take ${count} off the list?`,
        text: "They can get emails again. Write to people who unsubscribed or complained only if they have asked you to.",
        button: "Take them off the list",
      }),
      run: ({ api }, entries) =>
        eachRow(entries, { id: ({ id }) => String(id), called: ({ address }) => address }, ({ id }) =>
          api.email.removeSuppression({ params: { id } }),
        ),
      told: (count) => `${count} taken off the list.`,
    },
  ],
});

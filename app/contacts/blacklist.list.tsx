import { Trash2 } from "lucide-react";
import { z } from "zod";
import { headSort, listOrders } from "../../rules/list-orders";
import { showPhone } from "../../rules/phone";
import { paging, sortField } from "../../services/kit/contract";
import type { BlacklistEntry } from "../../services/messaging/contract.contacts";
import { DateTime } from "../kit/date-time";
import { list } from "../kit/lists/definition";
import { eachRow } from "../kit/lists/each-row";

/** Who put a number on the list, in words. */
const sourceNames: Record<BlacklistEntry["source"], string> = {
  staff: "Your team",
  stop: "Texted STOP",
  import: "Import",
};

export const blacklist = list({
  path: "/contacts/blacklist",
  file: "blacklist",
  noun: ["number", "numbers"],
  search: z.object({ ...paging, sort: sortField(listOrders.blacklist), q: z.string().max(100).catch("").default("") }),
  find: "Number",
  rows: ({ api }, query) => api.messaging.blacklist({ query }),
  columns: ({ zone }) => [
    {
      name: "phone",
      label: "Phone",
      fixed: true,
      mobileOrder: 1,
      sort: headSort("blacklist", "number"),
      value: (entry: BlacklistEntry) => entry.msisdn,
      cell: (entry) => <span className="num font-medium">{showPhone(entry.msisdn)}</span>,
    },
    { name: "reason", label: "Reason", wide: true, mobileOrder: 3, value: (entry) => entry.reason },
    {
      name: "source",
      label: "Source",
      mobileOrder: 2,
      alignEnd: true,
      value: (entry) => sourceNames[entry.source],
    },
    { name: "by", label: "Added by", muted: true, hideOnSmall: true, clip: true, value: (entry) => entry.added_by },
    {
      name: "added",
      label: "Added",
      muted: true,
      mobileOrder: 5,
      sort: headSort("blacklist", "added"),
      value: (entry) => entry.created_at,
      cell: (entry) => <DateTime at={entry.created_at} zone={zone} />,
    },
  ],
  id: (entry) => String(entry.id),
  called: (entry) => showPhone(entry.msisdn),
  bulk: () => [
    {
      name: "remove",
      label: "Take off the blacklist",
      icon: Trash2,
      danger: true,
      ask: (count) => ({
        title: `Take ${count} off the blacklist?`,
        text: "They can be messaged again. Message people who texted STOP only if they have asked you to.",
        button: "Take them off the blacklist",
      }),
      run: ({ api }, entries) =>
        eachRow(entries, { id: ({ id }) => String(id), called: ({ msisdn }) => showPhone(msisdn) }, ({ id }) =>
          api.messaging.removeFromBlacklist({ params: { id } }),
        ),
      told: (count) => `${count} taken off the blacklist.`,
    },
  ],
});

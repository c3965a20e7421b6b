import { z } from "zod";
import { shorten } from "../../../rules/format";
import { headSort, listOrders } from "../../../rules/list-orders";
import { countParts } from "../../../rules/segments";
import { paging, sortField } from "../../../services/kit/contract";
import type { Template } from "../../../services/messaging/contract.templates";
import { href } from "../../href";
import { list } from "../lists/definition";
import { deletion, eachRow } from "../lists/each-row";
import { RowLink } from "../ui/table";

export const channelNames: Record<Template["channel"], string> = { sms: "SMS", whatsapp: "WhatsApp", email: "Email" };
const channels = Object.keys(channelNames) as [Template["channel"], ...Template["channel"][]];

/** Messages that were written once and are sent often. */
export const templates = list({
  path: "/settings/templates",
  file: "templates",
  noun: ["template", "templates"],
  search: z.object({
    ...paging,
    sort: sortField(listOrders.templates),
    q: z.string().max(100).catch("").default(""),
    channel: z.enum(channels).optional().catch(undefined),
  }),
  find: "Name or message",
  rows: ({ api }, query) => api.messaging.templates({ query }),
  filters: () => [
    {
      name: "channel",
      label: "Channel",
      choices: Object.entries(channelNames).map(([value, label]) => ({ value, label })),
    },
  ],
  columns: () => [
    {
      ...{ name: "name", label: "Name", mobileOrder: 1, fixed: true },
      sort: headSort("templates", "name"),
      value: ({ name }: Template) => name,
      cell: ({ id, name }) => <RowLink to={href("/settings/templates/:id", { id })}>{name}</RowLink>,
    },
    {
      ...{ name: "channel", label: "Channel", alignEnd: true, mobileOrder: 2 },
      value: ({ channel }) => channelNames[channel],
    },
    {
      ...{ name: "body", label: "Message", wide: true, muted: true, mobileOrder: 3 },
      value: ({ body }) => body,
      cell: ({ body }) => shorten(body, 120),
    },
    {
      ...{ name: "parts", label: "SMS parts", align: "right", hideOnSmall: true },
      value: ({ channel, body }) => (channel === "sms" ? countParts(body) : ""),
    },
    {
      ...{ name: "changed", label: "Changed", muted: true, mobileOrder: 5 },
      sort: headSort("templates", "updated"),
      value: ({ updated_at }) => updated_at,
    },
    {
      ...{ name: "created", label: "Created", extra: true },
      sort: headSort("templates", "created"),
      value: ({ created_at }) => created_at,
    },
    { name: "by", label: "Created by", extra: true, value: ({ created_by }) => created_by },
  ],
  id: ({ id }) => String(id),
  called: ({ name }) => name,
  bulk: () => [
    deletion({
      what: "templates",
      text: "Deleted templates can't be restored. Messages that were written with them stay as they are.",
      run: ({ api }, rows: readonly Template[]) =>
        eachRow(rows, { id: ({ id }) => String(id), called: ({ name }) => name }, ({ id }) =>
          api.messaging.deleteTemplate({ params: { id } }),
        ),
    }),
  ],
});

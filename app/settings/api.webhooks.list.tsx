import { z } from "zod";
import { webhookEvents } from "../../rules/webhook-events";
import type { Webhook } from "../../services/identity/contract.webhooks";
import { paging } from "../../services/kit/contract";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";
import { webhookState } from "./api/labels";

/** The account's web hooks. */
export const webhooks = list({
  path: "/settings/api/webhooks",
  file: "web-hooks",
  noun: ["web hook", "web hooks"],
  search: z.object({ ...paging }),
  rows: ({ api }, query) => api.identity.webhooks({ query }),
  filters: () => [],
  columns: ({ zone }) => [
    {
      ...{ name: "url", label: "Address", wide: true, mobileOrder: 1, fixed: true },
      value: (hook: Webhook) => hook.url,
      cell: (hook) => (
        <RowLink to={href("/settings/api/webhooks/:id", { id: hook.id })}>
          <span className="break-all">{hook.url}</span>
        </RowLink>
      ),
    },
    {
      ...{ name: "state", label: "State", alignEnd: true, mobileOrder: 2 },
      value: (hook) => webhookState(hook).word,
      cell: (hook) => <Status kind={webhookState(hook).kind}>{webhookState(hook).word}</Status>,
    },
    {
      ...{ name: "events", label: "Told of", mobileOrder: 3 },
      value: (hook) => hook.events.map((event) => webhookEvents[event].label).join(", "),
    },
    {
      ...{ name: "waiting", label: "Waiting", align: "right", num: true, cardUnit: "waiting", mobileOrder: 5 },
      value: (hook) => hook.waiting,
    },
    {
      ...{ name: "delivered", label: "Last delivered", cardLabel: "Last delivered", muted: true, mobileOrder: 4 },
      value: (hook) => hook.last_delivered_at,
      cell: (hook) => (hook.last_delivered_at ? <DateTime at={hook.last_delivered_at} zone={zone} /> : "Never"),
    },
    { name: "by", label: "Created by", extra: true, value: (hook) => hook.created_by },
    { name: "id", label: "Id", extra: true, num: true, value: (hook) => hook.id },
  ],
  id: (hook) => String(hook.id),
});

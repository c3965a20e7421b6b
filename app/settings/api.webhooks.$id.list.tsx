import { z } from "zod";
import { webhookEvents } from "../../rules/webhook-events";
import { deliveryStates, type WebhookDelivery } from "../../services/identity/contract.webhooks";
import { id as idOf, paging } from "../../services/kit/contract";
import { DateTime } from "../kit/date-time";
import { list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";
import { deliveryWords } from "./api/labels";

/** What a web hook was told. */
export const deliveries = list({
  path: "/settings/api/webhooks/:id",
  file: "web-hook-requests",
  noun: ["request", "requests"],
  search: z.object({ ...paging, state: z.enum(deliveryStates).optional().catch(undefined) }),
  rows: ({ api, params }, query) =>
    api.identity.webhookDeliveries({ params: { id: idOf.safeParse(params.id).data ?? 0 }, query }),
  filters: () => [
    {
      name: "state",
      label: "State",
      choices: deliveryStates.map((value) => ({ value, label: deliveryWords[value].word })),
    },
  ],
  columns: ({ zone }) => [
    {
      ...{ name: "event", label: "Event", fixed: true, mobileOrder: 1, wide: true },
      value: (one: WebhookDelivery) => one.event,
      cell: (one) => (
        <details>
          <summary>{webhookEvents[one.event].label}</summary>
          <pre className="max-w-[60ch] whitespace-pre-wrap break-all pt-1 text-sm">{one.body}</pre>
        </details>
      ),
    },
    {
      ...{ name: "state", label: "State", alignEnd: true, mobileOrder: 2 },
      value: (one) => deliveryWords[one.state].word,
      cell: (one) => (
        <Status kind={deliveryWords[one.state].kind}>
          {deliveryWords[one.state].word}
          {one.error && <span className="text-quiet max-sm:whitespace-normal">: {one.error}</span>}
        </Status>
      ),
    },
    { name: "status", label: "Answer", num: true, mobileOrder: 4, value: (one) => one.status },
    { name: "attempts", label: "Tries", align: "right", num: true, hideOnSmall: true, value: (one) => one.attempts },
    {
      ...{ name: "at", label: "When", muted: true, mobileOrder: 3 },
      value: (one) => one.created_at,
      cell: (one) => <DateTime at={one.created_at} zone={zone} />,
    },
    { name: "id", label: "ID of the event", extra: true, value: (one) => one.uid },
    { name: "body", label: "Request", extra: true, value: (one) => one.body },
  ],
  id: (one) => String(one.id),
});

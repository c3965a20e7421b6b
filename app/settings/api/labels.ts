import type { ApiKey } from "../../../services/identity/contract.keys";
import type { Webhook, WebhookDelivery } from "../../../services/identity/contract.webhooks";
import type { StatusKind } from "../../kit/ui/status";

type StatusWord = { word: string; kind: StatusKind };

export const keyStates: Record<ApiKey["state"], StatusWord> = {
  active: { word: "Active", kind: "good" },
  expired: { word: "Expired", kind: "none" },
  revoked: { word: "Revoked", kind: "none" },
};

export const deliveryWords: Record<WebhookDelivery["state"], StatusWord> = {
  waiting: { word: "Waiting", kind: "warn" },
  delivered: { word: "Delivered", kind: "good" },
  failed: { word: "Failed", kind: "bad" },
};

/** How a web hook is doing. */
export function webhookState({ active, failures }: Pick<Webhook, "active" | "failures">): StatusWord {
  if (!active) return { word: "Off", kind: "none" };
  return failures > 0 ? { word: "Failing", kind: "bad" } : { word: "On", kind: "good" };
}

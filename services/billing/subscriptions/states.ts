import type { productStates, subscriptionStates } from "../contract.products";

export type SubscriptionState = (typeof subscriptionStates)[number];
/** An account that holds nothing of a product has no row, so that "available" is never stored. */
type StoredState = Exclude<SubscriptionState, "available">;
export type SubscriptionEvent =
  | "request"
  | "approve"
  | "refuse"
  | "order"
  | "drop_order"
  | "pay"
  | "end"
  | "grace_over";

/** Which event is possible in which state, and where it leads. What holds a plan stays so while it orders another. */
export const moves: Record<
  SubscriptionState,
  Partial<Record<Exclude<SubscriptionEvent, "drop_order">, StoredState> & { drop_order: SubscriptionState }>
> = {
  available: { request: "requested", order: "awaiting_payment", pay: "active" },
  requested: { request: "requested", approve: "approved", refuse: "refused", order: "awaiting_payment", pay: "active" },
  approved: { order: "awaiting_payment", pay: "active" },
  refused: { request: "requested", order: "awaiting_payment", pay: "active" },
  awaiting_payment: { order: "awaiting_payment", drop_order: "available", pay: "active" },
  active: { order: "active", drop_order: "active", pay: "active", end: "grace" },
  grace: { order: "grace", drop_order: "grace", pay: "active", grace_over: "suspended" },
  suspended: { order: "suspended", drop_order: "suspended", pay: "active", request: "requested" },
};

/** The three documented words (Q165). */
export const tileState: Record<SubscriptionState, (typeof productStates)[number]> = {
  available: "available",
  refused: "available",
  suspended: "available",
  requested: "requested",
  approved: "requested",
  awaiting_payment: "requested",
  active: "active",
  grace: "active",
};

/** Whether the product may be used. */
export const usable: Record<SubscriptionState, boolean> = {
  available: false,
  requested: false,
  approved: false,
  refused: false,
  awaiting_payment: false,
  active: true,
  grace: true,
  suspended: false,
};

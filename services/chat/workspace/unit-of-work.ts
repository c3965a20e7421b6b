import type * as kit from "../../kit/unit-of-work";

/** Who acts: an agent, the customer, or the system itself (a sweep, the router). */
export type Actor = { id: string | null; name: string; kind: "agent" | "customer" | "system"; address?: string };

/** One thing being done to an account's chats: everything that changes them takes it first. */
export type UnitOfWork = kit.AccountUnitOfWork<Actor> & {
  secret: string;
  /** The lock of the account's chats is held. */
  locked: boolean;
};

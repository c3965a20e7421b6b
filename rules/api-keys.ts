import type { Permission, Product } from "./access";

/**
 * What a program may do with a key of an account. `permissions`: whoever makes the key holds one of them, so that a
 * key never does what its maker may not.
 */
type Scope = { label: string; text: string; permissions: readonly Permission[]; products: readonly Product[] };

const sms = ["SMS", "BULK"] as const;
const crm = ["CRM", "Jibu 360"] as const;

export const keyScopes = {
  "messages:send": {
    label: "Send SMS",
    text: "Messages are paid from the account's balance.",
    permissions: ["Send bulk message", "Send single message"],
    products: sms,
  },
  "messages:read": {
    label: "Read SMS",
    text: "The status of messages, and what people answered.",
    permissions: ["View bulk message", "Send bulk message", "Send single message"],
    products: sms,
  },
  "leads:read": {
    label: "Read leads",
    text: "Leads with their score and their changes.",
    permissions: ["View crm leads"],
    products: crm,
  },
  "leads:write": {
    label: "Add and change leads",
    text: "A new lead belongs to no one until it is given to someone.",
    permissions: ["View crm leads"],
    products: crm,
  },
  "contacts:read": {
    label: "Read contacts of the CRM",
    text: "Contacts with their deals and their changes.",
    permissions: ["View crm contacts"],
    products: crm,
  },
  "contacts:write": {
    label: "Add and change contacts of the CRM",
    text: "What they say, and their stage.",
    permissions: ["View crm contacts"],
    products: crm,
  },
  "deals:read": {
    label: "Read deals",
    text: "Deals with their contact and their changes.",
    permissions: ["View crm deals"],
    products: crm,
  },
  "deals:write": {
    label: "Add and change deals",
    text: "What they say, and their stage.",
    permissions: ["View crm deals"],
    products: crm,
  },
} as const satisfies Record<string, Scope>;

export type KeyScope = keyof typeof keyScopes;

export const keyScopeNames = Object.keys(keyScopes) as [KeyScope, ...KeyScope[]];

/** Every key begins with this; no session and no other token does. */
export const keyPrefix = "key.";

/** How a key is known among the people of its account: no number of theirs is like it. */
export function keyPersonId(key: number): string {
  return `key.${key}`;
}

/** Requests of one key: `burst` at once, and `perSecond` in the long run, in each process. */
export const keyRate = { burst: 100, perSecond: 50 } as const;

import type { RecordKind } from "../../../rules/crm";

/** Where the stages of a kind are set up, and what the page says of them. */
export const stagePlaces = {
  lead: {
    path: "/crm/settings/leadstages",
    label: "Lead stages",
    text: "The steps from a first contact to a sale, in their order. New leads begin in the first one.",
  },
  contact: {
    path: "/crm/settings/contactstages",
    label: "Contact stages",
    text: "What a contact is to you, in order. New contacts begin in the first one.",
  },
  deal: {
    path: "/crm/settings/dealstages",
    label: "Deal stages",
    text: "The steps from an offer to a sale, in their order. New deals begin in the first one.",
  },
} as const satisfies Record<RecordKind, object>;

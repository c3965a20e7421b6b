import { z } from "zod";
import { showPhone } from "../../rules/phone";
import type { Consent } from "../../services/identity/contract.privacy";
import { paging } from "../../services/kit/contract";
import { list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";

/** Who agreed to be written to, or no longer does. */
export const consents = list({
  path: "/settings/data-protection/consents",
  file: "consent",
  noun: ["entry", "entries"],
  search: z.object({ ...paging, q: z.string().max(100).catch("").default("") }),
  find: "Phone number or email",
  rows: ({ api }, query) => api.identity.consents({ query }),
  columns: () => [
    {
      ...{ name: "contact", label: "Contact", mobileOrder: 1, fixed: true },
      value: ({ contact }: Consent) => contact,
      cell: ({ contact }) => (contact.startsWith("+") ? showPhone(contact) : contact),
    },
    {
      ...{ name: "change", label: "Consent given", alignEnd: true, mobileOrder: 2 },
      value: ({ change }) => (change === "in" ? "Yes" : "No"),
      cell: ({ change }) => <Status kind={change === "in" ? "good" : "bad"}>{change === "in" ? "Yes" : "No"}</Status>,
    },
    { name: "source", label: "Source", wide: true, mobileOrder: 3, value: ({ source }) => source },
    { name: "by", label: "By", muted: true, mobileOrder: 4, value: ({ by }) => by },
    { name: "at", label: "When", muted: true, mobileOrder: 5, value: ({ at }) => at },
  ],
  id: (consent) => String(consent.id),
});

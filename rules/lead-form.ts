import type { CustomProperty } from "./crm-field-conditions";

/** What a lead form can ask, and how the fields are labelled unless the form says otherwise. */
export const leadFormFields = ["name", "phone", "email", "company", "message"] as const;
export type LeadFormField = (typeof leadFormFields)[number];

export const leadFieldNames: Record<LeadFormField, string> = {
  name: "Your name",
  phone: "Phone number",
  email: "Email address",
  company: "Company",
  message: "How can we help?",
};

/** One field as a form asks it: one of the product's own, or a custom field of leads. */
export type AskedField = { field: LeadFormField | CustomProperty; label: string; required: boolean };

export function isLeadFormField(field: string): field is LeadFormField {
  return leadFormFields.some((own) => own === field);
}

/** Bytes of a posted form. */
export const maxEntryBytes = 40_000;

/** What a link to the page may say of where a visitor comes from. */
export const utmNames = ["utm_source", "utm_medium", "utm_campaign", "utm_term", "utm_content"] as const;
export type UtmName = (typeof utmNames)[number];

/** Leading zero bits that a browser has to find: some tens of thousands of tries, under a second on an old phone. */
export const proofBits = 15;

/** Whether a hash begins with so many zero bits. */
export function hasProof(hash: Uint8Array, bits = proofBits): boolean {
  for (let bit = 0; bit < bits; bit++) if (((hash[bit >> 3] ?? 255) >> (7 - (bit & 7))) & 1) return false;
  return true;
}

/** Actions of the CRM with appointments, secret addresses, products, quotes and sales (rules/audit). */
export const salesActions = {
  "Appointment made": { subject: "appointment", tone: "good" },
  "Appointment changed": { subject: "appointment", tone: "info" },
  "Appointment called off": { subject: "appointment", tone: "bad" },
  "Calendar address made": { subject: "secret address", tone: "warn" },
  "Calendar address ended": { subject: "secret address", tone: "bad" },
  "Sales address made": { subject: "secret address", tone: "warn" },
  "Sales address ended": { subject: "secret address", tone: "bad" },
  "Product added": { subject: "crm product", tone: "good" },
  "Product deleted": { subject: "crm product", tone: "bad" },
  "Quote made": { subject: "quote", tone: "good" },
  "Quote changed": { subject: "quote", tone: "info" },
  "Quote sent": { subject: "quote", tone: "info" },
  "Quote accepted": { subject: "quote", tone: "good" },
  "Quote declined": { subject: "quote", tone: "bad" },
  "Sale recorded": { subject: "sale", tone: "good" },
} as const;

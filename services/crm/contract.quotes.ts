import { z } from "zod";
import { currencies } from "../../rules/crm";
import { listOrders } from "../../rules/list-orders";
import { maxLineCents, quoteStates, vatKinds, vatModes } from "../../rules/quotes";
import { type Call, day, id, localDate, pageSchema, paging, sortField } from "../kit/contract";
import { Count, crmProducts, recordNeeds } from "./contract.records";
import { Sale } from "./contract.sales";

const needs = recordNeeds.deal;
const selling = { permissions: ["View crm sales"], products: crmProducts } as const;

const amounts = { net_cents: Count, vat_cents: Count, total_cents: Count };

export const QuoteLine = z.object({
  product_id: Count.nullable(),
  name: z.string(),
  quantity: Count,
  /** Of one. */
  price_cents: Count,
  vat: z.enum(vatKinds),
  ...amounts,
});
export type QuoteLine = z.infer<typeof QuoteLine>;

/** What the customer reads, on the page and in the PDF. */
export const QuoteDocument = z.object({
  number: Count,
  version: Count,
  seller: z.object({ name: z.string(), phone: z.string(), kra_pin: z.string() }),
  buyer: z.object({ name: z.string(), company: z.string(), phone: z.string(), email: z.string() }),
  currency: z.enum(currencies),
  vat_mode: z.enum(vatModes),
  lines: z.array(QuoteLine),
  ...amounts,
  valid_until: z.string(),
  terms: z.string(),
  /** The day on which it was sent; null: a draft. */
  issued_on: z.string().nullable(),
  by: z.string(),
});
export type QuoteDocument = z.infer<typeof QuoteDocument>;

const Related = z.object({ id: Count, name: z.string() }).nullable();

/** A quote in a list. */
export const QuoteRow = z.object({
  id: Count,
  number: Count,
  version: Count,
  state: z.enum(quoteStates),
  deal: Related,
  contact: Related,
  customer: z.string(),
  currency: z.enum(currencies),
  total_cents: Count,
  valid_until: z.string(),
  sent_at: z.string().nullable(),
  answered_at: z.string().nullable(),
  by: z.string(),
  created_at: z.string(),
});
export type QuoteRow = z.infer<typeof QuoteRow>;

export const Quote = QuoteRow.extend({
  /** Counts the changes: whoever saves says which one they looked at. */
  revision: Count,
  document: QuoteDocument,
  answered_by: z.string(),
  decline_reason: z.string(),
  sale_id: Count.nullable(),
  /** What stands in the customer's address; null: it was never sent. */
  token: z.string().nullable(),
  versions: z.array(z.object({ version: Count, sent_at: z.string(), sent_by: z.string(), total_cents: Count })),
});
export type Quote = z.infer<typeof Quote>;

const fields = {
  currency: z.enum(currencies, { error: "Choose a currency." }).default("KES"),
  vat_mode: z.enum(vatModes).default("added"),
  lines: z
    .array(
      z
        .strictObject({
          product_id: id.nullable().default(null),
          name: z.string().trim().min(1, "Say what is offered.").max(200, "At most 200 characters."),
          quantity: z
            .int("Enter a whole number.")
            .min(1, "At least 1.")
            .max(1_000_000, "At most 1,000,000.")
            .default(1),
          price_cents: z.int().min(0, "A price is 0 or more.").max(1e13, "This price is too large."),
          vat: z.enum(vatKinds).default("standard"),
        })
        .refine(({ quantity, price_cents }) => quantity * price_cents <= maxLineCents, {
          message: "This line comes to too much.",
          path: ["price_cents"],
        }),
    )
    .min(1, "A quote has at least one line.")
    .max(50, "A quote has at most 50 lines."),
  valid_until: localDate("Enter a date."),
  terms: z.string().trim().max(4_000, "At most 4,000 characters.").default(""),
};

export const QuoteForm = z
  .strictObject({
    /** Makes a repeated post one quote. */
    key: z.string().min(8).max(100),
    deal_id: id.nullable().default(null),
    /** The customer, unless it is the deal's own. */
    contact_id: id.nullable().default(null),
    ...fields,
  })
  .superRefine(({ deal_id, contact_id }, context) => {
    if (deal_id === null && contact_id === null)
      context.addIssue({ code: "custom", path: ["contact_id"], message: "Choose a deal or a contact." });
  });

export const QuoteChange = z.strictObject({ revision: z.int().min(1), ...fields });

const answers = ["accepted", "declined"] as const;

/** What a customer sees at the address that they were sent. */
export const ShownQuote = z.object({
  document: QuoteDocument,
  /** "changed": the seller works on a newer version. */
  state: z.enum(["sent", "accepted", "declined", "expired", "changed"]),
  answered_at: z.string().nullable(),
  answered_by: z.string(),
  time_zone: z.string(),
});
export type ShownQuote = z.infer<typeof ShownQuote>;

const token = z.string().min(1).max(100);
const PdfFile = z.object({ name: z.string(), base64: z.string() });

/** Quotes: an offer with VAT, its versions, the customer's answer, and the sale that it becomes. */
export const quoteCalls = {
  quotes: {
    method: "GET",
    path: "/quotes",
    summary: "Quotes, newest first",
    needs,
    query: z.object({
      ...paging,
      q: z.string().trim().max(100).default("").catch(""),
      sort: sortField(listOrders.quotes),
      state: z.enum(quoteStates).optional().catch(undefined),
      deal_id: id.optional().catch(undefined),
      contact_id: id.optional().catch(undefined),
      start_date: day,
      end_date: day,
    }),
    answers: { 200: pageSchema(QuoteRow) },
  },
  quote: {
    method: "GET",
    path: "/quotes/{id}",
    summary: "One quote with its lines and the versions that were sent",
    needs,
    params: z.object({ id }),
    answers: { 200: Quote },
  },
  createQuote: {
    method: "POST",
    path: "/quotes",
    summary: "Make a quote for a deal or a contact",
    needs,
    writes: true,
    body: QuoteForm,
    answers: { 201: Quote },
  },
  updateQuote: {
    method: "PUT",
    path: "/quotes/{id}",
    summary: "Change a quote; one that was sent gets a new version, which is a draft",
    needs,
    writes: true,
    params: z.object({ id }),
    body: QuoteChange,
    answers: { 201: Quote },
  },
  sendQuote: {
    method: "POST",
    path: "/quotes/{id}/send",
    summary: "Make a quote readable at its address; with an email address the link is mailed there",
    needs,
    writes: true,
    params: z.object({ id }),
    body: z.strictObject({
      /** Makes a repeated post one mail. */
      key: z.string().min(8).max(100),
      revision: z.int().min(1),
      email: z
        .string()
        .trim()
        .max(254, "An email address has at most 254 characters.")
        .refine(
          (typed) => typed === "" || /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(typed),
          "Enter an email address such as name@example.com.",
        )
        .default(""),
      message: z.string().trim().max(2_000, "At most 2,000 characters.").default(""),
    }),
    answers: { 201: Quote },
  },
  quoteOnWhatsapp: {
    method: "GET",
    path: "/quotes/{id}/whatsapp",
    summary: "Whether the PDF of a quote can be sent to its customer on WhatsApp now, and why not",
    needs,
    params: z.object({ id }),
    answers: { 200: z.object({ phone: z.string(), until: z.string().nullable(), fault: z.string() }) },
  },
  sendQuoteOnWhatsapp: {
    method: "POST",
    path: "/quotes/{id}/whatsapp",
    summary: "Send a quote as a PDF into the running WhatsApp conversation with its customer",
    needs,
    writes: true,
    params: z.object({ id }),
    body: z.strictObject({
      /** Makes a repeated post one message. */
      key: z.string().min(8).max(100),
      revision: z.int().min(1),
      message: z.string().trim().max(600, "At most 600 characters.").default(""),
    }),
    answers: { 201: Quote },
  },
  quoteFile: {
    method: "GET",
    path: "/quotes/{id}/file",
    summary: "A quote as a PDF",
    needs,
    params: z.object({ id }),
    answers: { 200: PdfFile },
  },
  sellQuote: {
    method: "POST",
    path: "/quotes/{id}/sale",
    summary: "Record the sale of an accepted quote from its lines, once",
    needs: selling,
    writes: true,
    params: z.object({ id }),
    body: z.strictObject({
      sold_on: localDate("Enter a date."),
      /** By when it is to be paid; null: no payment is awaited. */
      due_on: localDate("Enter a date.").nullable().default(null),
    }),
    answers: { 201: Sale },
  },
  takeQuoteValue: {
    method: "POST",
    path: "/quotes/{id}/value",
    summary: "Make the total of a quote the value of its deal",
    needs,
    writes: true,
    params: z.object({ id }),
    answers: { 201: Quote },
  },
  shownQuote: {
    method: "GET",
    path: "/quote/{token}",
    summary: "What the customer sees: the version that was sent last, and its state",
    public: true,
    params: z.object({ token }),
    answers: { 200: ShownQuote },
  },
  answerQuote: {
    method: "POST",
    path: "/quote/{token}",
    summary: "Accept or decline a quote; the same answer again changes nothing",
    public: true,
    writes: true,
    params: z.object({ token }),
    body: z.strictObject({
      version: z.int().min(1),
      answer: z.enum(answers),
      name: z.string().trim().min(1, "Enter your name.").max(100, "At most 100 characters."),
      reason: z.string().trim().max(1_000, "At most 1,000 characters.").default(""),
    }),
    answers: { 201: ShownQuote },
  },
  shownQuoteFile: {
    method: "GET",
    path: "/quote/{token}/file",
    summary: "The version that was sent last, as a PDF",
    public: true,
    params: z.object({ token }),
    answers: { 200: PdfFile },
  },
} as const satisfies Record<string, Call>;

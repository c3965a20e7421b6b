import { z } from "zod";
import { listOrders } from "../../rules/list-orders";
import { type Call, day, id, pageSchema, paging, sortField } from "../kit/contract";
import { looking, paying } from "./contract.payments";

/**
 * proforma: asked for and not a tax document; open until paid, cancelled or expired. tax: issued when the money is
 * there, so always paid. credit: takes back all or part of a tax invoice. None of them ever changes once issued.
 */
export const invoiceKinds = ["proforma", "tax", "credit"] as const;
export const invoiceStates = ["open", "paid", "cancelled", "expired", "issued"] as const;

const Cents = z.number().int();
/** A party as it was on the day of issue. */
export const Party = z.object({
  name: z.string(),
  address: z.string(),
  email: z.string(),
  phone: z.string(),
  kra_pin: z.string(),
});
export type Party = z.infer<typeof Party>;

export const InvoiceLine = z.object({
  description: z.string(),
  quantity: z.number(),
  unit_cents: Cents,
  /** Before VAT. */
  net_cents: Cents,
});
export type InvoiceLine = z.infer<typeof InvoiceLine>;

export const InvoiceRow = z.object({
  id: z.number().int(),
  /** INV-2026-000001 (tax), PRO-2026-000001 (pro forma), CRN-2026-000001 (credit note). */
  number: z.string(),
  kind: z.enum(invoiceKinds),
  state: z.enum(invoiceStates),
  product: z.string(),
  title: z.string(),
  issued_at: z.string(),
  due_at: z.string().nullable(),
  paid_at: z.string().nullable(),
  period_from: z.string().nullable(),
  period_to: z.string().nullable(),
  net_cents: Cents,
  vat_percent: z.number(),
  vat_cents: Cents,
  total_cents: Cents,
  /** The pro forma a tax invoice pays, the tax invoice a credit note takes back; for a paid pro forma its tax invoice. */
  refers_to: z.object({ id: z.number().int(), number: z.string() }).nullable(),
});
export type InvoiceRow = z.infer<typeof InvoiceRow>;

export const Invoice = InvoiceRow.extend({
  lines: z.array(InvoiceLine),
  buyer: Party,
  seller: Party,
  /** What credit notes have taken back. */
  credited_cents: Cents,
  note: z.string(),
});
export type Invoice = z.infer<typeof Invoice>;

/** What was bought of a product in a month of Nairobi, with VAT; what credit notes took back is taken off. */
export const Purchase = z.object({ month: z.string(), product: z.string(), cents: Cents });
export type Purchase = z.infer<typeof Purchase>;

/** A file made for download. Bytes travel as base64 because every answer of a call is JSON. */
export const InvoiceFile = z.object({ name: z.string(), type: z.string(), base64: z.string() });

const oneId = z.object({ id });

export const invoiceCalls = {
  invoices: {
    method: "GET",
    path: "/product/invoice/",
    summary: "Invoices, pro formas and credit notes, newest first",
    needs: looking,
    query: z.object({
      ...paging,
      sort: sortField(listOrders.invoices),
      /** Documented; the account is always the caller's own. */
      customer_account: z.string().max(64).optional().catch(undefined),
      kind: z.enum(invoiceKinds).optional().catch(undefined),
      state: z.enum(invoiceStates).optional().catch(undefined),
      start_date: day,
      end_date: day,
      q: z.string().trim().max(100).default("").catch(""),
    }),
    answers: { 200: pageSchema(InvoiceRow) },
  },
  invoice: {
    method: "GET",
    path: "/product/invoice/{id}",
    summary: "One invoice with its lines",
    needs: looking,
    params: oneId,
    answers: { 200: Invoice },
  },
  invoiceFile: {
    method: "GET",
    path: "/product/invoice/{id}/file",
    summary: "The invoice as PDF or CSV; the same bytes each time",
    needs: looking,
    params: oneId,
    query: z.object({ format: z.enum(["pdf", "csv"]).default("pdf").catch("pdf") }),
    answers: { 200: InvoiceFile },
  },
  purchases: {
    method: "GET",
    path: "/product/purchases",
    summary: "What was bought, by month and product",
    needs: looking,
    query: z.object({ start_date: day, end_date: day }),
    answers: { 200: z.object({ data: z.array(Purchase) }) },
  },
  cancelInvoice: {
    method: "POST",
    path: "/product/invoice/{id}/cancel",
    summary: "Cancel an open pro forma",
    needs: paying,
    writes: true,
    params: oneId,
    answers: { 201: Invoice },
  },
  /** For the platform's own staff. */
  creditInvoice: {
    method: "POST",
    path: "/product/invoice/{account}/{id}/credit",
    summary: "Take back all or part of a tax invoice: a credit note, and the money to the balance",
    needs: {
      platform: true,
      permissions: ["Can view all billing information", "Can approve sender ID"],
      explicit: true,
    },
    writes: true,
    params: z.object({ account: z.string().max(32), id }),
    body: z.strictObject({
      /** With VAT; at most what is left of the invoice. */
      total_cents: z.number().int().min(1, "Enter an amount above zero."),
      reason: z.string().trim().min(3, "Enter the reason.").max(200),
      key: z.string().min(8).max(80),
    }),
    answers: { 201: Invoice },
  },
} as const satisfies Record<string, Call>;

import { z } from "zod";
import { currencies } from "../../rules/crm";
import { listOrders } from "../../rules/list-orders";
import { isMpesaCode, mpesaCode, paymentMethods } from "../../rules/sale-payments";
import { type Call, DoneAnswer, day, id, localDate, pageSchema, paging, sortField } from "../kit/contract";
import { Count, crmProducts, recordNeeds } from "./contract.records";

/** Who sees sales, and what was paid of them. */
export const saleNeeds = { permissions: ["View crm sales"], products: crmProducts } as const;
const needs = saleNeeds;
const setting = { permissions: ["View crm settings"], products: crmProducts } as const;
const reading = { permissions: [...needs.permissions, ...setting.permissions], products: crmProducts } as const;

/** Cents of the currency. */
const cents = z.int().min(0, "A price is 0 or more.").max(1e13, "This price is too large.");
const currency = z.enum(currencies, { error: "Choose a currency." }).default("KES");

export const CrmProduct = z.object({ id: Count, name: z.string(), price_cents: Count, currency: z.enum(currencies) });
export type CrmProduct = z.infer<typeof CrmProduct>;

export const CrmProductForm = z.strictObject({
  name: z.string().trim().min(1, "Enter a name.").max(200, "A name has at most 200 characters."),
  price_cents: cents,
  currency,
});

const SaleLine = z.object({
  product_id: Count.nullable(),
  name: z.string(),
  quantity: Count,
  /** Of one. */
  price_cents: Count,
});
export type SaleLine = z.infer<typeof SaleLine>;

const Related = z.object({ id: Count, name: z.string() }).nullable();

export const Sale = z.object({
  id: Count,
  contact: Related,
  deal: Related,
  currency: z.enum(currencies),
  total_cents: Count,
  /** What payments were recorded of, in cents. */
  paid_cents: Count,
  /** The day by which it is to be paid; null: no payment is awaited. */
  due_on: z.string().nullable(),
  lines: z.array(SaleLine),
  sold_on: z.string(),
  by: z.string(),
  created_at: z.string(),
  /** It was recorded by mistake, and counts in no figure. */
  removed_at: z.string().nullable(),
  removed_by: z.string(),
});
export type Sale = z.infer<typeof Sale>;

export const SalePayment = z.object({
  id: Count,
  amount_cents: Count,
  method: z.enum(paymentMethods),
  reference: z.string(),
  paid_on: z.string(),
  by: z.string(),
  created_at: z.string(),
  /** It was recorded by mistake, and does not count. */
  removed_at: z.string().nullable(),
  removed_by: z.string(),
});
export type SalePayment = z.infer<typeof SalePayment>;

/** A sale with its payments, the newest first. */
export const SaleDetail = Sale.extend({ payments: z.array(SalePayment) });
export type SaleDetail = z.infer<typeof SaleDetail>;

/** How it was paid: an M-Pesa payment has its code, which is kept in capitals without spaces. */
const paidBy = {
  method: z.enum(paymentMethods, { error: "Choose how it was paid." }),
  reference: z.string().trim().max(100, "A reference has at most 100 characters.").default(""),
};

function checkReference<T extends { method: string; reference: string }>(paid: T, context: z.RefinementCtx): T {
  if (paid.method !== "mpesa") return paid;
  const reference = mpesaCode(paid.reference);
  if (!isMpesaCode(reference))
    context.addIssue({
      code: "custom",
      path: ["reference"],
      message: "Enter the M-Pesa code: 10 letters and digits, as in the message of the payment.",
    });
  return { ...paid, reference };
}

export const SalePaymentForm = z
  .strictObject({
    /** Makes a repeated post one payment. */
    key: z.string().min(8).max(100),
    amount_cents: z.int("Enter an amount.").min(1, "A payment is more than 0.").max(1e15, "This is too much."),
    ...paidBy,
    paid_on: localDate("Enter a date."),
  })
  .transform(checkReference);

const due_on = localDate("Enter a date.").nullable();

export const SaleForm = z
  .strictObject({
    /** Makes a repeated post one sale. */
    key: z.string().min(8).max(100),
    contact_id: id.nullable().default(null),
    /** Its contact is the customer, unless another one is named. */
    deal_id: id.nullable().default(null),
    currency,
    lines: z
      .array(
        z.strictObject({
          product_id: id.nullable().default(null),
          name: z.string().trim().min(1, "Say what was sold.").max(200, "At most 200 characters."),
          quantity: z
            .int("Enter a whole number.")
            .min(1, "At least 1.")
            .max(1_000_000, "At most 1,000,000.")
            .default(1),
          price_cents: cents,
        }),
      )
      .min(1, "A sale has at least one line.")
      .max(50, "A sale has at most 50 lines."),
    sold_on: localDate("Enter a date."),
    /** By when it is to be paid; null: no payment is awaited. */
    due_on: due_on.default(null),
    /** It was paid whole on the day of the sale. */
    payment: z.strictObject(paidBy).transform(checkReference).nullable().default(null),
  })
  .superRefine(({ contact_id, deal_id }, context) => {
    if (contact_id === null && deal_id === null)
      context.addIssue({ code: "custom", path: ["contact_id"], message: "Choose the customer." });
  });

/** A contact with sales. */
export const Customer = z.object({
  id: Count,
  name: z.string(),
  company: z.string(),
  phone: z.string(),
  email: z.string(),
  sales: Count,
  last_on: z.string(),
  /** By currency; sums of different ones are never added. */
  totals: z.array(z.object({ currency: z.string(), cents: Count })),
});
export type Customer = z.infer<typeof Customer>;

const q = z.string().trim().max(100).default("").catch("");

/** Products, sales, and the contacts that bought something (Q143). */
export const saleCalls = {
  crmProducts: {
    method: "GET",
    path: "/products",
    summary: "What the account sells",
    needs: reading,
    answers: { 200: z.object({ data: z.array(CrmProduct) }) },
  },
  createProduct: {
    method: "POST",
    path: "/products",
    summary: "Add a product",
    needs: setting,
    writes: true,
    body: CrmProductForm,
    answers: { 201: CrmProduct },
  },
  deleteProduct: {
    method: "DELETE",
    path: "/products/{id}",
    summary: "Delete a product; sales that have it keep it",
    needs: setting,
    writes: true,
    params: z.object({ id }),
    answers: { 201: DoneAnswer },
  },
  sales: {
    method: "GET",
    path: "/sales/",
    summary: "Sales, newest first",
    needs,
    query: z.object({
      ...paging,
      q,
      sort: sortField(listOrders.sales),
      contact_id: id.optional().catch(undefined),
      start_date: day,
      end_date: day,
      /** Those of which a payment is awaited, those that are paid, or those taken back, which no other list has. */
      payment: z.enum(["to be paid", "paid", "taken back"]).optional().catch(undefined),
      /** Those to be paid before this day. */
      due_before: day,
    }),
    answers: { 200: pageSchema(Sale) },
  },
  sale: {
    method: "GET",
    path: "/sales/{id}",
    summary: "A sale with its payments",
    needs,
    params: z.object({ id }),
    answers: { 200: SaleDetail },
  },
  removeSale: {
    method: "DELETE",
    path: "/sales/{id}",
    summary: "Take back a sale that was recorded by mistake; it can still be read, and counts in no figure",
    needs,
    writes: true,
    params: z.object({ id }),
    answers: { 201: SaleDetail },
  },
  recordPayment: {
    method: "POST",
    path: "/sales/{id}/payments",
    summary: "Record what the customer paid of a sale, at most what is open",
    needs,
    writes: true,
    params: z.object({ id }),
    body: SalePaymentForm,
    answers: { 201: SaleDetail },
  },
  removePayment: {
    method: "DELETE",
    path: "/sales/{id}/payments/{payment}",
    summary: "Take back a payment that was recorded by mistake; it stays in the sale's list",
    needs,
    writes: true,
    params: z.object({ id, payment: id }),
    answers: { 201: SaleDetail },
  },
  setSaleDue: {
    method: "PUT",
    path: "/sales/{id}/due",
    summary: "Say by when a sale is to be paid, or that no payment is awaited",
    needs,
    writes: true,
    params: z.object({ id }),
    body: z.strictObject({ due_on }),
    answers: { 201: SaleDetail },
  },
  createSale: {
    method: "POST",
    path: "/sales",
    summary: "Record a sale to a contact, or of a deal",
    needs,
    writes: true,
    body: SaleForm,
    answers: { 201: Sale },
  },
  customers: {
    method: "GET",
    path: "/customers",
    summary: "The contacts that bought something, newest first",
    needs: recordNeeds.contact,
    query: z.object({ ...paging, q, sort: sortField(listOrders.customers) }),
    answers: { 200: pageSchema(Customer) },
  },
} as const satisfies Record<string, Call>;

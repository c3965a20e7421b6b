import { z } from "zod";
import { currencies } from "../../rules/crm";
import { listOrders } from "../../rules/list-orders";
import { type Call, DoneAnswer, day, id, localDate, pageSchema, paging, sortField } from "../kit/contract";
import { Count, crmProducts, recordNeeds } from "./contract.records";

const needs = { permissions: ["View crm sales"], products: crmProducts } as const;
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
  lines: z.array(SaleLine),
  sold_on: z.string(),
  by: z.string(),
  created_at: z.string(),
});
export type Sale = z.infer<typeof Sale>;

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
    }),
    answers: { 200: pageSchema(Sale) },
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

import { z } from "zod";
import { customerEventKinds, customerTaskKinds } from "../../rules/customer";
import type { Call, Needs } from "./contract";

/** More numbers or addresses than a person has: what is beyond is left out. */
export const maxAddresses = 10;

const addresses = (one: z.ZodType<string>) =>
  z
    .string()
    .max(4_000)
    .default("")
    .catch("")
    .transform((typed) => [
      ...new Set(
        typed
          .split(",")
          .map((part) => part.trim())
          .filter((part) => one.safeParse(part).success)
          .slice(0, maxAddresses),
      ),
    ]);

const knownBy = {
  /** Numbers in E.164, with commas between them; what is none is left out. */
  phones: addresses(z.string().regex(/^\+[1-9]\d{6,14}$/)),
  /** Email addresses, with commas between them, whatever their case. */
  emails: addresses(
    z
      .string()
      .max(254)
      .regex(/^[^\s@,]+@[^\s@,]+$/),
  ).transform((all) => all.map((one) => one.toLowerCase())),
};

/** The numbers (E.164) and addresses (lower case) of one customer. */
export type CustomerAddresses = { phones: string[]; emails: string[] };

/** Something that waits to be done for a customer. `since`: since when it waits, or when it is due. */
export const CustomerTask = z.object({
  kind: z.enum(customerTaskKinds),
  record: z.number().int(),
  title: z.string(),
  since: z.string(),
});
export type CustomerTask = z.infer<typeof CustomerTask>;

/** What one service knows of a customer; names newest first. */
export const CustomerProfile = z.object({
  names: z.array(z.string()),
  phones: z.array(z.string()),
  emails: z.array(z.string()),
  /** What some of the numbers and addresses are: "Work", "Mobile". */
  labels: z.array(z.object({ of: z.string(), label: z.string() })).optional(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  tasks: z.array(CustomerTask),
});
export type CustomerProfile = z.infer<typeof CustomerProfile>;

/** One thing that happened with a customer. `record`: the ticket, conversation, blast or record it is about. */
export const CustomerEvent = z.object({
  /** A UTC instant in microseconds: the place in the history. */
  at: z.string(),
  kind: z.enum(customerEventKinds),
  record: z.number().int(),
  /** What the record belongs to, where its page is named by both: a survey's UUID. */
  parent: z.string().optional(),
  title: z.string(),
  text: z.string(),
  /** The service's own word for how it stands; empty: nothing. */
  state: z.string(),
  by: z.string(),
});
export type CustomerEvent = z.infer<typeof CustomerEvent>;

export const CustomerEvents = z.object({ data: z.array(CustomerEvent), more: z.boolean() });
export type CustomerEvents = z.infer<typeof CustomerEvents>;

/**
 * What every service that keeps something about customers answers, so that one page can show all of it: spread this
 * into the service's contract with what a person needs to see it.
 */
export function customerCalls<const N extends Needs>(needs: N) {
  return {
    customer: {
      method: "GET",
      path: "/customer",
      summary: "What is known here of the customer with these numbers and addresses, and what waits to be done",
      needs,
      query: z.object(knownBy),
      answers: { 200: CustomerProfile },
    },
    customerEvents: {
      method: "GET",
      path: "/customer/events",
      summary: "What happened here with the customer with these numbers and addresses, newest first",
      needs,
      query: z.object({
        ...knownBy,
        before: z.iso.datetime({ precision: 6 }).optional().catch(undefined),
        limit: z.coerce.number().int().min(1).max(100).default(25).catch(25),
      }),
      answers: { 200: CustomerEvents },
    },
  } as const satisfies Record<string, Call>;
}

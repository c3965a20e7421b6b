import { z } from "zod";
import { type Call, id } from "../kit/contract";
import { anyRecord } from "./contract.records";
import { Task } from "./contract.tasks";

/** What a customer asks for: a product of the account, or a product or a service in words. */
export const ServiceRequestForm = z
  .strictObject({
    /** The lead, the contact or the deal that it is for. */
    record_id: id,
    product_id: id.nullable().default(null),
    name: z.string().trim().max(150, "At most 150 characters.").default(""),
    quantity: z.coerce
      .number({ error: "Enter a number." })
      .int("Enter a whole number.")
      .min(1, "At least 1.")
      .max(100_000, "At most 100,000.")
      .default(1),
    note: z.string().trim().max(1_800, "At most 1,800 characters.").default(""),
    /** Until when it is answered; null: until tomorrow. */
    due_on: z.iso.date("Choose a day.").nullable().default(null),
    /** Who answers it; null: the sales manager of the record, or else who asks. */
    user_id: z.string().max(60).nullable().default(null),
  })
  .refine(({ product_id, name }) => product_id !== null || name !== "", {
    path: ["name"],
    message: "Choose a product, or say what is asked for.",
  });

/** The specification names the call and no fields (Q150). A request is a task of someone, with a note about it. */
export const requestCalls = {
  serviceRequest: {
    method: "POST",
    path: "/service-request",
    summary: "Raise a request for a product or a service: a task about the record with its product, quantity and note",
    needs: anyRecord,
    writes: true,
    body: ServiceRequestForm,
    answers: { 201: Task },
  },
} as const satisfies Record<string, Call>;

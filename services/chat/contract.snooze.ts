import { z } from "zod";
import { type Call, id, Problem } from "../kit/contract";
import { inboxNeeds, Seconds } from "./contract.fields";
import { Contact } from "./contract.schemas";

const contactId = z.object({ id });
const said = z.object({ status: z.literal(201), message: z.string(), contact: Contact });

/** Open conversations that are put aside until a time. */
export const snoozeCalls = {
  snoozeContact: {
    method: "POST",
    path: "/contacts/{id}/snooze",
    summary: "Put an open conversation aside until a time, or change the time; it comes back when the customer writes",
    needs: inboxNeeds,
    writes: true,
    params: contactId,
    body: z.strictObject({ until: Seconds }),
    answers: { 201: said, 406: Problem },
  },
  resumeContact: {
    method: "DELETE",
    path: "/contacts/{id}/snooze",
    summary: "Bring a snoozed conversation back now; one that is not snoozed stays as it is",
    needs: inboxNeeds,
    writes: true,
    params: contactId,
    answers: { 201: said, 406: Problem },
  },
} satisfies { [name: string]: Call };

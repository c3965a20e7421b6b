import { z } from "zod";
import { href } from "../../href";
import { undoName, undoValue } from "../../kit/lists/query";
import { done, type FormRequest } from "../../shell/page.server";
import { numbersIn } from "./header-numbers";
import { loadTicketNumber } from "./ticket.server";

const version = z.coerce.number().int().min(1).optional();

/** What is done with a ticket as a whole. */
export const HeaderForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("resolve"), version }),
  z.object({ intent: z.literal("reopen"), version }),
  z.object({
    intent: z.literal("merge"),
    similar: z.array(z.coerce.number().int().positive()).default([]),
    numbers: z.string().max(500).default(""),
  }),
  z.object({
    intent: z.literal("merge into"),
    target: z
      .string({ error: "Enter a ticket number." })
      .regex(/^\s*#?[1-9]\d{0,14}\s*$/, "Enter a ticket number, like 1042."),
  }),
  z.object({ intent: z.literal("unmerge"), source: z.coerce.number().int().positive() }),
  z.object({ intent: z.literal("delete") }),
  z.object({ intent: z.literal("restore") }),
]);

export async function changeWhole(given: FormRequest<"/ticketing/show/:index/header", typeof HeaderForm>) {
  const { api, value, refuse, from } = given;
  const id = await loadTicketNumber(given);
  const here = href("/ticketing/show/:index", { index: id });
  switch (value.intent) {
    case "resolve":
    case "reopen": {
      const status = value.intent === "resolve" ? "resolved" : "open";
      const answer = await api.ticketing.updateProperty({
        body: { id, property: "status", value: status, ...(value.version ? { version: value.version } : {}) },
      });
      if (answer.status !== 201) return refuse(answer.body);
      return done(from, here, answer.body.message, value.intent === "resolve" ? "Resolved" : "Reopened");
    }
    case "merge": {
      const typed = numbersIn(value.numbers);
      if (!typed)
        return refuse({
          status: 422,
          message: "Enter ticket numbers.",
          errors: { numbers: ["Enter numbers like 1042, 1043."] },
        });
      const merge_ids = [...new Set([...value.similar, ...typed])];
      if (merge_ids.length === 0)
        return refuse({
          status: 422,
          message: "Choose the tickets to merge.",
          errors: { numbers: ["Select a ticket, or enter its number."] },
        });
      const answer = await api.ticketing.mergeTicket({ body: { ticket_id: id, merge_ids } });
      if (answer.status !== 201) return refuse(answer.body);
      return done(from, here, answer.body.message, "Merged");
    }
    case "merge into": {
      const target = Number(value.target.replace("#", ""));
      const answer = await api.ticketing.mergeTicket({ body: { ticket_id: target, merge_ids: [id] } });
      if (answer.status !== 201) return refuse(answer.body);
      return done(from, href("/ticketing/show/:index", { index: target }), answer.body.message, "Merged");
    }
    case "unmerge": {
      const answer = await api.ticketing.unmergeTicket({ body: { ticket_id: value.source } });
      if (answer.status !== 201) return refuse(answer.body);
      return done(from, here, answer.body.message, "Merge undone");
    }
    case "restore": {
      const answer = await api.ticketing.restoreTicket({ params: { id } });
      if (answer.status !== 201) return refuse(answer.body);
      return done(from, here, answer.body.message, "Restored");
    }
    case "delete": {
      const answer = await api.ticketing.destroyTicket({ params: { id } });
      if (answer.status !== 201) return refuse(answer.body);
      // R124. The page that /ticketing leads to says what was deleted, and how to undo it.
      return done(from, href("/ticketing", undefined, { [undoName]: undoValue("delete", [id]) }));
    }
  }
}

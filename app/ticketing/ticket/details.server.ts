import { z } from "zod";
import { formBody } from "../../../services/ticketing/contract.forms";
import { href } from "../../href";
import { typedId, typedText, unknownIntent } from "../../kit/typed-fields";
import { done, type FormRequest } from "../../shell/page.server";
import { loadTicketNumber, saveFields, ticketFields } from "./ticket.server";

const detailFields = ["subject", "description"] as const;

/** The forms of the Details panel: words, files, items. */
export const DetailsForm = z.discriminatedUnion(
  "intent",
  [
    ticketFields(detailFields).extend({ intent: z.literal("fields") }),
    z.object({ intent: z.literal("add files") }),
    z.object({ intent: z.literal("remove file"), file: typedId }),
    z.object({
      intent: z.literal("add item"),
      name: z.string({ error: "Name the item." }).trim().min(1, "Name the item."),
    }),
    z.object({ intent: z.literal("give item"), item: typedId, member: typedText }),
    z.object({ intent: z.literal("take item"), item_member: typedId }),
    z.object({ intent: z.enum(["finish item", "undo item", "delete item"]), item: typedId }),
  ],
  unknownIntent,
);

type DetailsGiven = FormRequest<"/ticketing/show/:index/details", typeof DetailsForm>;

export async function changeDetails(given: DetailsGiven) {
  const { api, from, value, refuse } = given;
  const back = href("/ticketing/show/:index/details", { index: given.params.index });
  switch (value.intent) {
    case "fields":
      return saveFields(given, value, detailFields);
    case "add files":
      return addFiles(given, back);
    case "remove file": {
      const answer = await api.ticketing.removeFile({ params: { id: value.file } });
      return answer.status === 201 ? done(from, back, answer.body.message, "Saved") : refuse(answer.body);
    }
    case "give item": {
      if (!value.member) return refuse({ message: "Choose a person." });
      const answer = await api.ticketing.itemMembers({ body: { item_id: value.item, member_id: value.member } });
      return answer.status === 201 ? done(from, back) : refuse(answer.body);
    }
    case "take item": {
      const answer = await api.ticketing.detachItemMember({ params: { id: value.item_member } });
      return answer.status === 201 ? done(from, back) : refuse(answer.body);
    }
    default: {
      const ticket_id = await loadTicketNumber(given);
      const body =
        value.intent === "add item"
          ? { ticket_id, name: value.name }
          : value.intent === "delete item"
            ? { ticket_id, id: value.item, delete: true }
            : { ticket_id, id: value.item, done: value.intent === "finish item" };
      const answer = await api.ticketing.updateItem({ body });
      return answer.status === 201 ? done(from, back) : refuse(answer.body);
    }
  }
}

async function addFiles(given: DetailsGiven, back: string) {
  const { api, from, files, refuse } = given;
  const none = "Choose a file first.";
  if (files.length === 0) return refuse({ message: none, errors: { files: [none] } });
  const body = { ticket_id: await loadTicketNumber(given), file_ids: files.map(({ id }) => id) };
  const answer = await api.ticketing.addFiles({ stream: formBody(body).stream });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, back, files.length === 1 ? "1 file added." : `${files.length} files added.`, "Saved");
}

import type { data } from "@remix-run/node";
import { formBody } from "../../services/ticketing/contract.forms";
import { href } from "../href";
import type { KeptFile } from "../kit/file-upload";
import { done } from "../shell/page.server";
import { type Posted, readForm } from "./form.server";
import { numberOf, type RefusedTicketForm, refuseIn, saveFields, type TicketRequest } from "./ticket.server";

type More = { errors: Record<string, string[]>; files: KeptFile[]; refused?: RefusedTicketForm };
export type DetailsAnswer = More & { notice: RefusedTicketForm["notice"] };
type Answered = Promise<Response | ReturnType<typeof data<DetailsAnswer>>>;

/** The forms of the Details panel: words, files, items. */
export async function changeDetails(given: TicketRequest): Answered {
  const form = await readForm(given.api, given.request);
  const intent = form.value("intent");
  if (intent === "fields") {
    const saved = await saveFields(given, form, ["subject", "description"]);
    if (saved instanceof Response) return saved;
    const refused = saved.data;
    const status = saved.init?.status ?? 422;
    return refuseIn({ status, message: refused.notice.message }, { errors: {}, files: [], refused });
  }
  if (intent === "add files" || intent === "remove file") return changeFiles(given, form, intent);
  return changeItem(given, form, intent);
}

function back(given: TicketRequest): string {
  return href("/ticketing/show/:index/details", { index: given.params.index });
}

async function changeFiles(given: TicketRequest, form: Posted, intent: "add files" | "remove file"): Answered {
  const { api, from } = given;
  const none: More = { errors: {}, files: form.files };
  if (intent === "remove file") {
    const answer = await api.ticketing.removeFile({ params: { id: Number(form.value("file")) || 0 } });
    if (answer.status !== 201) return refuseIn(answer.body, none);
    return done(from, back(given), answer.body.message, "Saved");
  }
  const wrong = form.wrong ?? (form.files.length === 0 ? "Choose a file first." : undefined);
  if (wrong) return refuseIn({ status: 422, message: wrong }, { ...none, errors: { files: [wrong] } });
  const body = { ticket_id: await numberOf(given), file_ids: form.files.map(({ id }) => id) };
  const answer = await api.ticketing.addFiles({ stream: formBody(body).stream });
  if (answer.status !== 201) return refuseIn(answer.body, none);
  return done(
    from,
    back(given),
    form.files.length === 1 ? "1 file added." : `${form.files.length} files added.`,
    "Saved",
  );
}

async function changeItem(given: TicketRequest, form: Posted, intent: string): Answered {
  const { api, from } = given;
  const ticket_id = await numberOf(given);
  const name = form.value("name").trim();
  const id = Number(form.value("item")) || 0;
  const none: More = { errors: {}, files: [] };
  if (intent === "add item" && !name)
    return refuseIn({ status: 422, message: "Name the item." }, { ...none, errors: { name: ["Name the item."] } });
  if (intent === "give item") {
    const member_id = form.value("member");
    if (!member_id) return refuseIn({ status: 422, message: "Choose a person." }, none);
    const answer = await api.ticketing.itemMembers({ body: { item_id: id, member_id } });
    if (answer.status !== 201) return refuseIn(answer.body, none);
    return done(from, back(given));
  }
  if (intent === "take item") {
    const answer = await api.ticketing.detachItemMember({ params: { id: Number(form.value("item_member")) || 0 } });
    if (answer.status !== 201) return refuseIn(answer.body, none);
    return done(from, back(given));
  }
  const body =
    intent === "add item"
      ? { ticket_id, name }
      : intent === "delete item"
        ? { ticket_id, id, delete: true }
        : { ticket_id, id, done: intent === "finish item" };
  const answer = await api.ticketing.updateItem({ body });
  if (answer.status !== 201) return refuseIn(answer.body, none);
  return done(from, back(given));
}

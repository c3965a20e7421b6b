import type { ActionFunctionArgs } from "@remix-run/node";
import { z } from "zod";
import { href } from "../../href";
import { composeAction } from "../../kit/compose/compose.server";
import { readForm } from "../../shell/form.server";
import { act, done } from "../../shell/page.server";
import { expressSms } from "../compose/channel";

const path = "/sms/express/:id";

const place = z.coerce.number({ error: "Choose a column." }).int().min(0, "Choose a column.").max(9999);
const Columns = z.object({
  intent: z.literal("columns"),
  phone: place,
  /** -1: one message for all. */
  message: z.coerce.number().int().min(-1).max(9999).catch(-1).default(-1),
});

const composed = composeAction(expressSms);

const chosen = act(path, Columns, async ({ api, params, value, refuse, from }) => {
  const { phone, message } = value;
  const answer = await api.messaging.startExpress({
    params: { id: params.id },
    body: { phone, message: message < 0 ? null : message },
  });
  return answer.status === 201 ? done(from, href(path, { id: params.id })) : refuse(answer.body);
});

/** The columns of the rows, or the message to them. */
export async function expressAction(args: ActionFunctionArgs) {
  // What is no form is refused after the admission.
  const form = await readForm(args.request.clone()).catch(() => undefined);
  return form?.get("intent") === "columns" ? chosen(args) : composed(args);
}

// /chat/status - one's own chat status, and the sign that a tab is there
import { data, redirect } from "@remix-run/node";
import { z } from "zod";
import { statusUpdated } from "../../rules/chat";
import { returnPath } from "../../rules/return-path";
import { agentStatuses } from "../../services/chat/contract.fields";
import { href } from "../href";
import { act, done, page } from "../shell/page.server";

export const loader = page("/chat/status", async () => redirect(href("/chat/inbox")));

const StatusForm = z.object({
  status: z.enum(agentStatuses).optional(),
  to: z.string().default(""),
});

/** Without a status it is a heartbeat, which answers nothing. */
export const action = act("/chat/status", StatusForm, async ({ api, value, from }) => {
  if (value.status === undefined) {
    await api.chat.heartbeat({});
    return data(null, { status: 204 });
  }
  const answer = await api.chat.setStatus({ body: { status: value.status } });
  const to = returnPath(value.to);
  if (answer.status !== 201) return done(from, to, answer.body.message, "Warning");
  return done(from, to, statusUpdated);
});

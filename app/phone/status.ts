// /phone/status - one's own status in the queue: log in, log out, begin or end a break
import { redirect } from "@remix-run/node";
import { z } from "zod";
import { returnPath } from "../../rules/return-path";
import { breakValues } from "../../rules/voice";
import { href } from "../href";
import { act, done, page } from "../shell/page.server";

export const loader = page("/phone/status", async () => redirect(href("/")));

/** A button says what is to be done and which option it is: "pause 3". */
const StatusForm = z.object({
  option: z
    .string()
    .regex(new RegExp(`^(${breakValues.join("|")}) \\d{1,15}$`))
    .catch(""),
  to: z.string().default(""),
});

export const action = act("/phone/status", StatusForm, async ({ api, value, from }) => {
  const to = returnPath(value.to);
  const [action, actionId] = value.option.split(" ");
  const known = breakValues.find((one) => one === action);
  if (!known) return done(from, to, "Choose a status.", "Warning");
  const answer = await api.voice.manageBreak({ body: { action: known, actionId: Number(actionId) } });
  if (answer.status !== 201) return done(from, to, answer.body.message, "Warning");
  return done(from, to, answer.body.message);
});

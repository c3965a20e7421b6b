import { createHash } from "node:crypto";
import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { z } from "zod";
import { messageText, smarten } from "../../../rules/segments";
import { id } from "../../../services/kit/contract";
import type { BlastForm } from "../../../services/messaging/contract.blasts";
import { href } from "../../href";
import { readForm } from "../../shell/form.server";
import { act } from "../../shell/page.server";
import { writeDecisions } from "../blasts/decisions";
import { smsTemplate } from "../templates/template.server";
import { type BlastDraft, decisions, missingChoices } from "./compose";
import { parseInstant } from "./send-time";
import { confirmPath, firstPrice } from "./start.server";

const text = (most: number, message: string) => z.string().trim().max(most, message).default("");
const missingRow = z.object({
  field: z.string().max(64),
  choice: z.enum(missingChoices).catch("skip"),
  text: text(100, "At most 100 characters."),
});

/** The form of bulk and single messages. Without a button's `intent` it is priced, which changes nothing. */
const Compose = z.object({
  intent: z.enum(["price", "plain", "review"]).catch("price").default("price"),
  sample: z.coerce.number().int().min(0).max(99).catch(0).default(0),
  key: z.string({ error: "Open this page again." }).min(8).max(60),
  group_ids: z.array(id).max(50, "Choose at most 50 groups.").default([]),
  list_id: id.nullable().default(null).catch(null),
  numbers: text(100_000, "These are too many numbers at once. Upload them as a contact group."),
  sender: z.string({ error: "Choose a sender ID." }).max(15),
  name: text(100, "A name has at most 100 characters."),
  body: z
    .string({ error: "Write the message." })
    .transform((typed) => messageText(typed).trim())
    .pipe(z.string().min(1, "Write the message.").max(1600, "A message has at most 1,600 characters.")),
  when: z.enum(["now", "later"]).catch("now").default("now"),
  date: z.string().max(10).default(""),
  time: z.string().max(8).default(""),
  missing: z.array(missingRow).max(100).default([]),
});

const shapes = {
  bulk: Compose.refine((form) => (form.group_ids?.length ?? 0) > 0, {
    path: ["group_ids"],
    message: "Choose at least one contact group.",
    when: () => true,
  }),
  express: Compose.refine((form) => (form.numbers ?? "") !== "" || (form.list_id ?? null) !== null, {
    path: ["numbers"],
    message: "Enter at least one phone number.",
    when: () => true,
  }),
};

/** A form whose message a template fills: nothing of it has to be complete yet. */
const Filling = Compose.extend({
  sender: z.string().max(15).default(""),
  body: z.string().default(""),
  template: id.optional().catch(undefined),
});

type PricePath = "/sms/bulk/price" | "/sms/send/price" | "/sms/express/:id/price";
type ComposePath = "/sms/bulk" | "/sms/send" | "/sms/express/:id" | PricePath;

/** Prices the form, fills it, or makes its draft and goes on to the confirm step; nothing is sent here. */
export function compose(path: Exclude<ComposePath, PricePath>, kind: "bulk" | "express") {
  const [priced, filled] = [composed(path, kind), fill(path, kind)];
  return async (args: ActionFunctionArgs) => ((await wantsTemplate(args.request)) ? filled(args) : priced(args));
}

/** The price alone, as JSON with its status: the form asks for it beside the page, by a fetch of its own. */
export function priceOf(path: PricePath, kind: "bulk" | "express") {
  const priced = composed(path, kind);
  return async (args: ActionFunctionArgs) => {
    const answer = await priced(args);
    return "data" in answer ? Response.json(answer.data, answer.init ?? {}) : answer;
  };
}

async function wantsTemplate(request: Request): Promise<boolean> {
  // What is no form is refused after the admission.
  const form = await readForm(request.clone()).catch(() => undefined);
  return form?.get("intent") === "template";
}

/** The form as it was, with the template's text for its message. */
function fill(path: ComposePath, kind: "bulk" | "express") {
  return act(path, Filling, async ({ api, value, refuse }) => {
    const { intent: _, sample, template, ...given } = value;
    const found = template === undefined ? undefined : await smsTemplate(api, template);
    if (!found) {
      const words =
        template === undefined ? "Choose a template first." : "This template was deleted. Choose another one.";
      return refuse({ status: 422, message: words, errors: { template: [words] } });
    }
    const draft: BlastDraft = { ...given, body: found.body };
    return data({ given: draft, price: (await firstPrice(api, draft, kind)) ?? null, sample, template: found.id });
  });
}

function composed(path: ComposePath, kind: "bulk" | "express") {
  return act(path, shapes[kind], async ({ api, value, refuse, viewer }) => {
    const { intent, sample, ...said } = value;
    const given: BlastDraft = intent === "plain" ? { ...said, body: smarten(said.body) } : said;
    const at = given.when === "later" ? parseInstant(viewer.time_zone, given) : undefined;
    const wrong = given.when === "later" ? wrongTime(at, new Date()) : undefined;
    if (wrong) return refuse({ status: 422, message: "Please correct 1 field", errors: { date: [wrong] } });
    const { group_ids, numbers, list_id, sender, name, body } = given;
    const form = { kind, name, sender, body, send_at: at?.toISOString() ?? null, missing: decisions(given.missing) };
    const wanted = { ...form, ...(kind === "bulk" ? { group_ids } : list_id === null ? { numbers } : { list_id }) };
    if (intent !== "review" || path.endsWith("/price")) {
      const priced = await api.messaging.price({ body: { ...wanted, key: given.key } });
      if (priced.status !== 200) return refuse(priced.body);
      return data({ given, price: priced.body, sample, template: undefined });
    }
    const made = await api.messaging.createBlast({ body: { ...wanted, key: keyOf(given.key, wanted) } });
    if (made.status !== 201) return refuse(made.body);
    const missing = writeDecisions(given.missing);
    return redirect(href(confirmPath(made.body), undefined, { id: made.body.id, missing }));
  });
}

/**
 * The key of a draft: the page's own and what it says. The same form sent twice is one blast; a form that was changed
 * after Back is another one, where the page's key alone would be refused as used.
 */
function keyOf(key: string, wanted: Omit<BlastForm, "key">): string {
  return `${key}-${createHash("sha256").update(JSON.stringify(wanted)).digest("hex").slice(0, 24)}`;
}

function wrongTime(at: Date | undefined, now: Date): string | undefined {
  if (!at) return "Choose a date and a time.";
  return at <= now ? "Choose a time in the future." : undefined;
}

import { createHash } from "node:crypto";
import { type ActionFunctionArgs, data, redirect } from "@remix-run/node";
import { z } from "zod";
import { comparisonNames } from "../../../rules/audience";
import { commas } from "../../../rules/format";
import { parseInstant } from "../../../rules/local-time";
import { recurrences } from "../../../rules/recurrence";
import { messageText } from "../../../rules/segments";
import { id } from "../../../services/kit/contract";
import type { BlastForm } from "../../../services/messaging/contract.sending";
import { href } from "../../href";
import { readForm } from "../../shell/form.server";
import { act } from "../../shell/page.server";
import type { ComposeFlow } from "./channel";
import { audienceRules, type BlastDraft, decisions, missingChoices } from "./compose";
import { writeDecisions } from "./decisions";
import { wrongTime } from "./send-time";
import { channelFields, firstPrice } from "./start.server";
import { findTemplate } from "./template.server";

const text = (most: number, message: string) => z.string().trim().max(most, message).default("");
const missingRow = z.object({
  field: z.string().max(64),
  choice: z.enum(missingChoices).catch("skip"),
  text: text(100, "At most 100 characters."),
});

/** A row without a field asks nothing. */
const conditionRow = z.object({
  field: z.string().max(64).default(""),
  is: z.enum(comparisonNames).catch("is").default("is"),
  value: text(100, "At most 100 characters."),
});

/** The form of a message. Without a button's `intent` it is priced, which changes nothing. */
const Compose = z.object({
  intent: z.enum(["price", "plain", "review"]).catch("price").default("price"),
  sample: z.coerce.number().int().min(0).max(99).catch(0).default(0),
  key: z.string({ error: "Open this page again." }).min(8).max(60),
  group_ids: z.array(id).max(50, "Choose at most 50 groups.").default([]),
  list_id: id.nullable().default(null).catch(null),
  replaces: id.nullable().default(null).catch(null),
  numbers: text(100_000, "These are too many numbers at once. Upload them as a contact group."),
  sender: z.string({ error: "Choose a sender ID." }).max(254),
  name: text(100, "A name has at most 100 characters."),
  body: z
    .string({ error: "Write the message." })
    .transform((typed) => messageText(typed).trim())
    .pipe(z.string().min(1, "Write the message.")),
  when: z.enum(["now", "later"]).catch("now").default("now"),
  date: z.string().max(10).default(""),
  time: z.string().max(8).default(""),
  missing: z.array(missingRow).max(100).default([]),
  exclude_ids: z.array(id).max(50, "Leave out at most 50 groups.").default([]),
  quiet_days: z
    .string()
    .trim()
    .regex(/^\d{0,3}$/, "Enter a number of days, such as 7.")
    .refine((days) => Number(days) <= 365, "At most 365 days.")
    .default(""),
  conditions: z.array(conditionRow).max(10).default([]),
  every: z
    .enum(["", ...recurrences])
    .catch("")
    .default(""),
  until: z.string().max(10).default(""),
});

/** Whom it has to name, by its kind. */
const audienceFields = { bulk: "group_ids", express: "numbers" } as const;

function shapeOf({ kind, channel }: ComposeFlow) {
  const field = audienceFields[kind];
  const words =
    kind === "bulk"
      ? "Choose at least one contact group."
      : (channel.recipient?.missing ?? "Enter at least one phone number.");
  const most = `A message has at most ${commas(channel.mostCharacters)} characters.`;
  const written = channel.own ? z.string().default("") : Compose.shape.body;
  return Compose.extend({
    sender: Compose.shape.sender.max(channel.mostSender ?? 15),
    body: written.refine((text) => text.length <= channel.mostCharacters, most),
    ...channel.own?.shape,
  }).refine((form) => (form[field]?.length ?? 0) > 0 || (kind === "express" && (form.list_id ?? null) !== null), {
    path: [field],
    message: words,
    when: () => true,
  });
}

/** A form whose message a template fills: nothing of it has to be complete yet. */
const Filling = Compose.extend({
  sender: z.string().max(254).default(""),
  body: z.string().default(""),
  template: z
    .string()
    .regex(/^\d{1,15}(-sw)?$/)
    .optional()
    .catch(undefined),
});

/** Prices the form, fills it, or makes its draft and goes on to the confirm step; nothing is sent here. */
export function composeAction(flow: ComposeFlow) {
  const [priced, filled] = [composed(flow, flow.form), fill(flow)];
  return async (args: ActionFunctionArgs) => ((await wantsTemplate(args.request)) ? filled(args) : priced(args));
}

/** The price alone, as JSON with its status: the form asks for it beside the page, by a fetch of its own. */
export function priceAction(flow: ComposeFlow) {
  const priced = composed(flow, flow.price);
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
function fill(flow: ComposeFlow) {
  return act(flow.form, Filling, async ({ api, value, refuse }) => {
    const { intent: _, sample, template, ...given } = value;
    const found =
      template === undefined ? undefined : await findTemplate(flow.channel, api, Number.parseInt(template, 10));
    if (!found) {
      const words =
        template === undefined ? "Choose a template first." : "This template was deleted. Choose another one.";
      return refuse({ status: 422, message: words, errors: { template: [words] } });
    }
    const draft: BlastDraft = {
      ...given,
      body: template?.endsWith("-sw") && found.body_sw !== "" ? found.body_sw : found.body,
    };
    return data({ given: draft, price: (await firstPrice(flow, api, draft)) ?? null, sample, template });
  });
}

function composed(flow: ComposeFlow, path: ComposeFlow["form" | "price"]) {
  const { channel, kind } = flow;
  const options = channel.files ? { files: channel.files } : {};
  return act(
    path,
    shapeOf(flow),
    async ({ api, value, refuse, viewer, files }) => {
      const { intent, sample, ...typed } = value;
      const said: BlastDraft = {
        ...typed,
        ...ownIn(flow, value, files),
        conditions: typed.conditions.filter(({ field }) => field !== ""),
      };
      const given: BlastDraft = intent === "plain" ? { ...said, body: channel.makeCheaper(said.body) } : said;
      const at = given.when === "later" ? parseInstant(viewer.time_zone, given) : undefined;
      const wrong = given.when === "later" ? wrongTime(at, new Date()) : undefined;
      if (wrong) return refuse({ status: 422, message: "Please correct 1 field", errors: { date: [wrong] } });
      const { group_ids, numbers, list_id, sender, name, body } = given;
      const form = {
        kind,
        name,
        sender,
        body,
        send_at: at?.toISOString() ?? null,
        missing: decisions(given.missing),
        ...audienceRules(given),
        ...channelFields(given),
      };
      const wanted = { ...form, ...(kind === "bulk" ? { group_ids } : list_id === null ? { numbers } : { list_id }) };
      const calls = channel.calls(api);
      if (intent !== "review" || path === flow.price) {
        const priced = await calls.price({ body: { ...wanted, key: given.key } });
        if (priced.status !== 200) return refuse(priced.body);
        return data({ given, price: priced.body, sample, template: undefined });
      }
      const until = given.until === "" ? null : given.until;
      const recurrence = given.when === "later" && given.every !== "" ? { every: given.every, until } : null;
      const whole = { ...wanted, replaces: given.replaces, recurrence };
      const made = await calls.make({ body: { ...whole, key: keyOf(given.key, whole) } });
      if (made.status !== 201) return refuse(made.body);
      const missing = writeDecisions(given.missing);
      return redirect(href(flow.confirm, undefined, { id: made.body.id, missing }));
    },
    options,
  );
}

/** The channel's own fields of a form, and what came with it. */
function ownIn({ channel }: ComposeFlow, value: object, files: BlastDraft["files"] = []): Partial<BlastDraft> {
  if (!channel.own) return {};
  const said = value as Record<string, unknown>;
  const more = Object.fromEntries(Object.keys(channel.own.shape).map((name) => [name, String(said[name] ?? "")]));
  return { more, ...(channel.files ? { files } : {}) };
}

/**
 * The key of a draft: the page's own and what it says. The same form sent twice is one blast; a form that was changed
 * after Back is another one, where the page's key alone would be refused as used.
 */
function keyOf(key: string, wanted: Omit<BlastForm, "key">): string {
  return `${key}-${createHash("sha256").update(JSON.stringify(wanted)).digest("hex").slice(0, 24)}`;
}

// WhatsApp's business account: templates and how the number stands, on the Graph's own wire.

import type { Context, Hono } from "hono";
import type { Tap } from "./chat-wire";
import type { addMedia } from "./whatsapp-media";

export type SandboxTemplate = {
  id: string;
  name: string;
  language: string;
  category: string;
  status: string;
  rejected_reason: string;
  quality_score: { score: string };
  components: {
    type: string;
    text?: string;
    format?: string;
    example?: { header_handle?: string[] };
    buttons?: { url?: string; text?: string }[];
  }[];
};

type FilesAtMeta = Pick<ReturnType<typeof addMedia>, "mediaFor" | "sampleFault">;

type Options = {
  business: string;
  appId: string;
  media: FilesAtMeta;
  number: string;
  shown: string;
  /** Milliseconds after which a new template is decided by itself; none: somebody decides. */
  reviewMs?: number | undefined;
  /** `ofNumber`: it names the number it is of. */
  post(value: object, field: string, ofNumber: boolean): Promise<number>;
  fault(code: number, message: string): object;
};

const body = (text: string, more: object[] = []) => [{ type: "BODY", text }, ...more] as SandboxTemplate["components"];

/** What the shop has already. */
function firstTemplates(): SandboxTemplate[] {
  const made = (
    [id, name, category, status]: [string, string, string, string],
    components: SandboxTemplate["components"],
    more: Partial<SandboxTemplate> = {},
  ): SandboxTemplate => ({
    ...{ id, name, category, status, components, language: "en", rejected_reason: "NONE" },
    ...{ quality_score: { score: "GREEN" }, ...more },
  });
  return [
    made(
      ["880001", "order_on_its_way", "UTILITY", "APPROVED"],
      [
        { type: "HEADER", format: "TEXT", text: "Your order is on its way" },
        {
          type: "BODY",
          text: "Hello {{1}}, your order {{2}} left our shop today and reaches you by {{3}}. Thank you!",
        },
        { type: "FOOTER", text: "Savanna Traders" },
        { type: "BUTTONS", buttons: [{ type: "QUICK_REPLY", text: "Change the time" } as { text: string }] },
      ],
    ),
    made(
      ["880002", "weekend_offer", "MARKETING", "APPROVED"],
      body(
        "Hello {{1}}, this weekend every blender is 20% off at Savanna Traders. Come by or answer here to keep one.",
        [{ type: "FOOTER", text: "Write STOP for no more offers" }],
      ),
    ),
    made(
      ["880003", "ofa_ya_wikendi", "MARKETING", "APPROVED"],
      body("Habari {{1}}, wikendi hii blenda zote ni nafuu kwa asilimia 20 katika Savanna Traders. Karibu sana!"),
      { language: "sw" },
    ),
    made(
      ["880004", "price_drop", "MARKETING", "REJECTED"],
      body("Cheap cheap cheap, {{1}}, buy everything now at Savanna Traders!"),
      { rejected_reason: "ABUSIVE_CONTENT", quality_score: { score: "UNKNOWN" } },
    ),
    made(
      ["880006", "survey_invitation", "UTILITY", "APPROVED"],
      [
        { type: "BODY", text: "Savanna Traders would like to ask you some short questions. May we begin?" },
        {
          type: "BUTTONS",
          buttons: ["Begin", "Not now"].map((text) => ({ type: "QUICK_REPLY", text }) as { text: string }),
        },
      ],
    ),
    made(
      ["880005", "new_catalogue", "MARKETING", "APPROVED"],
      [{ type: "HEADER", format: "IMAGE" }, ...body("Hello {{1}}, our new catalogue is here. Have a look.")],
    ),
  ];
}

/** The routes of the account, and what its owner at Meta may do. Added before the routes that take any id. */
export function addBusiness(app: Hono, { business, appId, number, shown, reviewMs, media, post, fault }: Options) {
  const templates = new Map(firstTemplates().map((one) => [one.id, one]));
  const standing = { quality_rating: "GREEN", tier: "TIER_1K" };
  let next = 880_100;

  app.get("/:version/debug_token", (c) => {
    const granular_scopes = [
      { scope: "whatsapp_business_management", target_ids: [business] },
      { scope: "whatsapp_business_messaging", target_ids: [business] },
    ];
    return c.json({ data: { app_id: appId, is_valid: true, expires_at: 0, granular_scopes } });
  });
  app.get("/:version/:id/phone_numbers", (c) =>
    c.req.param("id") === business ? c.json({ data: [{ id: number }] }) : gone(c),
  );
  app.get("/:version/:id/message_templates", (c) => {
    if (c.req.param("id") !== business) return gone(c);
    const limit = Number(c.req.query("limit") ?? 25);
    const from = Number(c.req.query("after") ?? 0);
    const all = [...templates.values()];
    const more = all.length > from + limit;
    const cursors = { before: String(from), after: String(from + limit) };
    return c.json({
      data: all.slice(from, from + limit).map(withSampleAddress),
      paging: { cursors, ...(more ? { next: `${c.req.url}&after=${from + limit}` } : {}) },
    });
  });
  app.post("/:version/:id/message_templates", async (c) => {
    if (c.req.param("id") !== business) return gone(c);
    const given = (await c.req.json()) as Pick<SandboxTemplate, "name" | "language" | "category" | "components">;
    const taken = [...templates.values()].some((one) => one.name === given.name && one.language === given.language);
    const header = given.components.find(({ type, format = "TEXT" }) => type === "HEADER" && format !== "TEXT");
    const wrong = taken
      ? "There is already English content for this template."
      : header && media.sampleFault(header.format?.toLowerCase() ?? "", header.example?.header_handle?.[0]);
    if (wrong) {
      const error = { code: 100, type: "OAuthException", message: "Invalid parameter", fbtrace_id: "sandbox" };
      return c.json({ error: { ...error, error_user_msg: wrong } }, 400);
    }
    const id = String(next++);
    const made = { ...given, id, status: "PENDING", rejected_reason: "NONE", quality_score: { score: "UNKNOWN" } };
    templates.set(id, made);
    if (reviewMs !== undefined)
      setTimeout(() => {
        const rejected = made.name.includes("reject");
        void decide(id, rejected ? "REJECTED" : "APPROVED", rejected ? "INVALID_FORMAT" : "NONE");
      }, reviewMs).unref();
    return c.json({ id, status: "PENDING", category: given.category });
  });
  app.delete("/:version/:id/message_templates", (c) => {
    const id = c.req.query("hsm_id") ?? "";
    if (!templates.delete(id)) return c.json(fault(100, "The template does not exist."), 400);
    return c.json({ success: true });
  });

  function gone(c: Context) {
    return c.json(fault(100, "Unsupported get request."), 400);
  }

  /** Meta decides about a template, and posts it. @returns the webhook's status */
  function decide(id: string, event: string, reason = "NONE", title = ""): Promise<number> {
    const found = templates.get(id);
    if (!found) return Promise.resolve(0);
    found.status = event;
    found.rejected_reason = reason;
    return post(
      {
        ...{ event, message_template_id: Number(id), message_template_name: found.name },
        ...{ message_template_language: found.language, reason },
        ...(title ? { other_info: { title, description: "" } } : {}),
      },
      "message_template_status_update",
      false,
    );
  }

  /** Meta rates the number anew, and posts it. */
  function rate(event: "FLAGGED" | "UNFLAGGED" | "DOWNGRADE" | "UPGRADE", tier = standing.tier): Promise<number> {
    standing.quality_rating = event === "FLAGGED" || event === "DOWNGRADE" ? "RED" : "GREEN";
    standing.tier = tier;
    const digits = shown.replace(/\D/g, "");
    return post({ display_phone_number: digits, event, current_limit: tier }, "phone_number_quality_update", false);
  }

  /** The number as the Graph tells of it. */
  function health() {
    const { quality_rating, tier } = standing;
    return {
      ...{ id: number, display_phone_number: shown, verified_name: "Savanna Traders", quality_rating },
      ...{
        messaging_limit_tier: tier,
        throughput: { level: "STANDARD" },
        status: "CONNECTED",
        name_status: "APPROVED",
      },
    };
  }

  const fill = (given: SentTemplate) => fillTemplate(templates, media, given);
  return { templates, standing, decide, rate, fill, health };
}

/** A template as it is sent: its name, its language and the values of its variables. */
type SentTemplate = {
  name?: string;
  language?: { code?: string };
  components?: { type: string; index?: string; parameters?: { text?: string; parameter_name?: string }[] }[];
};

/** A template as it is listed: its sample has an address at Meta that is good for some time. */
function withSampleAddress(given: SandboxTemplate): SandboxTemplate {
  const components = given.components.map((part) =>
    part.example?.header_handle
      ? { ...part, example: { header_handle: [`https://scontent.whatsapp.test/v/${given.id}?oe=${Date.now()}`] } }
      : part,
  );
  return { ...given, components };
}

/** The file that a header's only parameter names: by its address, or by the ID of an upload. */
function mediaParameter(
  given: readonly object[],
  type: string,
  { mediaFor }: FilesAtMeta,
): { link: string } | { file: string } | "no media" | undefined {
  const [only, second] = given as { type?: string; [kind: string]: unknown }[];
  if (!only || second || only.type !== type) return undefined;
  const { link, id } = (only[type] ?? {}) as { link?: string; id?: string };
  if (link && /^https?:\/\//.test(link)) return { link };
  if (!id) return undefined;
  const found = mediaFor(id, type);
  return found ? { file: found.name } : "no media";
}

/** What the Cloud API says of a template that is sent: its text, or why not. */
function fillTemplate(
  templates: ReadonlyMap<string, SandboxTemplate>,
  media: FilesAtMeta,
  given: SentTemplate,
): { text: string; taps: Tap[]; file?: string } | { code: number; message: string } {
  const found = [...templates.values()].find(
    (one) => one.name === given.name && one.language === given.language?.code && one.status !== "DELETED",
  );
  if (!found) return { code: 132001, message: "Template name does not exist in the translation" };
  if (found.status === "PAUSED") return { code: 132015, message: "Template is paused" };
  if (found.status === "DISABLED") return { code: 132016, message: "Template is disabled" };
  if (found.status !== "APPROVED") return { code: 132001, message: "Template is not approved" };
  const texts: string[] = [];
  let sent: string | undefined;
  for (const part of found.components) {
    const kind = part.type === "HEADER" ? part.format?.toLowerCase() : undefined;
    if (kind && kind !== "text") {
      const parameters = given.components?.find(({ type }) => type.toUpperCase() === "HEADER")?.parameters ?? [];
      const named = mediaParameter(parameters, kind, media);
      if (!named) return { code: 132012, message: `Parameter format does not match: header expects ${kind}` };
      if (named === "no media")
        return {
          code: 100,
          message: `(#100) Param ${kind}['id'] is not a valid whatsapp business account media attachment ID`,
        };
      if ("file" in named) sent = named.file;
      else texts.push(`[${kind}] ${named.link}`);
      continue;
    }
    const wanted = [...new Set((part.text ?? "").match(/\{\{\w+\}\}/g) ?? [])];
    const values = given.components?.find(({ type }) => type.toUpperCase() === part.type)?.parameters ?? [];
    if (wanted.length !== values.length) return { code: 132000, message: "Number of parameters does not match" };
    if (values.some(({ text }) => !text)) return { code: 131008, message: "Parameter is missing text" };
    texts.push(wanted.reduce((text, name, place) => text.replaceAll(name, values[place]?.text ?? ""), part.text ?? ""));
  }
  const buttons = found.components.flatMap((part) => (part.buttons ?? []) as { type?: string; text?: string }[]);
  const replies = buttons.filter(({ type }) => type === "QUICK_REPLY");
  const taps = replies.map(({ text = "" }): Tap => ({ kind: "template", id: "", title: text }));
  return { text: texts.filter((text) => text !== "").join("\n"), taps, ...(sent === undefined ? {} : { file: sent }) };
}

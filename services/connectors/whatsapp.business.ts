// A WhatsApp Business Account over the Graph: its templates, and how its numbers stand.
import { z } from "zod";
import type { OutgoingFile } from "./message";
import { type GraphSettings, graph, WhatsappRefused } from "./whatsapp.graph";

const Template = z.object({
  id: z.coerce.string().min(1).max(64),
  name: z.string().min(1).max(512),
  language: z.string().min(1).max(20),
  category: z.string().max(40),
  status: z.string().max(40),
  rejected_reason: z.string().max(300).default(""),
  quality_score: z.object({ score: z.string().max(20).default("") }).optional(),
  components: z
    .array(z.looseObject({ type: z.string() }))
    .max(20)
    .default([]),
});
export type GraphTemplate = z.infer<typeof Template>;

const Page = z.object({
  data: z.array(z.unknown()),
  paging: z
    .object({ cursors: z.object({ after: z.string().optional() }).optional(), next: z.string().optional() })
    .optional(),
});

const Health = z.object({
  display_phone_number: z.string().max(40).default(""),
  verified_name: z.string().max(200).default(""),
  quality_rating: z.string().max(20).default(""),
  messaging_limit_tier: z.string().max(40).optional(),
  whatsapp_business_manager_messaging_limit: z.string().max(40).optional(),
  throughput: z.object({ level: z.string().max(40).default("") }).optional(),
  status: z.string().max(40).default(""),
  name_status: z.string().max(60).default(""),
});

/** How a number stands with Meta, in its own words. */
export type NumberHealth = {
  shown: string;
  verified_name: string;
  quality: string;
  tier: string;
  throughput: string;
  status: string;
  name_status: string;
};

/** What a token says of itself: the app that it belongs to, and the accounts that it was made for. */
const Granted = z.object({
  data: z.object({
    app_id: z.coerce
      .string()
      .regex(/^\d{1,30}$/)
      .optional()
      .catch(undefined),
    granular_scopes: z
      .array(z.object({ scope: z.string(), target_ids: z.array(z.coerce.string()).default([]) }))
      .default([]),
  }),
});

const UploadSession = z.object({ id: z.string().regex(/^upload:[^\s#]{1,2000}$/) });
const Uploaded = z.object({ h: z.string().min(1).max(8_000) });

function notUnderstood(): WhatsappRefused {
  return new WhatsappRefused(131016, "Meta answered to the sample in a way that is not understood. Try again.");
}

const pageSize = 100;
/** An account has 6,000 templates at most (250 while it is not verified). */
const maxPages = 60;

/** What a token may do with its business account. Every function throws WhatsappRefused or OutsideError. */
export function whatsappBusiness({ token, ...where }: GraphSettings) {
  const { ask, files } = graph({ token, ...where });
  const json = (body: object) => ({
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });

  return {
    /** The business accounts that the token was made for. */
    async accounts(): Promise<string[]> {
      const found = Granted.safeParse(await ask(`debug_token?input_token=${encodeURIComponent(token)}`));
      const scopes = found.data?.data.granular_scopes ?? [];
      return [
        ...new Set(
          scopes.filter(({ scope }) => scope.startsWith("whatsapp_business")).flatMap(({ target_ids }) => target_ids),
        ),
      ];
    },
    /** The ids of an account's numbers. */
    async numbers(business: string): Promise<string[]> {
      const { data } = Page.parse(await ask(`${business}/phone_numbers?fields=id&limit=${pageSize}`));
      return data.flatMap((one) => z.object({ id: z.coerce.string() }).safeParse(one).data?.id ?? []);
    },
    async health(number: string): Promise<NumberHealth> {
      const fields =
        "display_phone_number,verified_name,quality_rating,messaging_limit_tier,whatsapp_business_manager_messaging_limit,throughput,status,name_status";
      const found = Health.parse(await ask(`${number}?fields=${fields}`));
      return {
        shown: found.display_phone_number,
        verified_name: found.verified_name,
        quality: found.quality_rating,
        tier: found.whatsapp_business_manager_messaging_limit ?? found.messaging_limit_tier ?? "",
        throughput: found.throughput?.level ?? "",
        status: found.status,
        name_status: found.name_status,
      };
    },
    /** All templates; what can't be understood of one leaves the others as they are. */
    async templates(business: string): Promise<{ templates: GraphTemplate[]; faults: number }> {
      const fields = "id,name,language,category,status,rejected_reason,quality_score,components";
      const templates: GraphTemplate[] = [];
      let faults = 0;
      let after: string | undefined;
      for (let page = 0; page < maxPages; page++) {
        const from = after ? `&after=${encodeURIComponent(after)}` : "";
        const asked = `${business}/message_templates?fields=${fields}&limit=${pageSize}${from}`;
        const { data, paging } = Page.parse(await ask(asked));
        for (const one of data) {
          const read = Template.safeParse(one);
          if (read.success) templates.push(read.data);
          else faults++;
        }
        after = paging?.next ? paging.cursors?.after : undefined;
        if (!after) break;
      }
      return { templates, faults };
    },
    async createTemplate(
      business: string,
      given: { name: string; language: string; category: string; components: object[] },
    ): Promise<{ id: string; status: string; category: string }> {
      const Made = z.object({
        id: z.coerce.string(),
        status: z.string().default("PENDING"),
        category: z.string().default(given.category),
      });
      return Made.parse(await ask(`${business}/message_templates`, json({ ...given, allow_category_change: true })));
    },
    /**
     * Gives the file to Meta by which it reviews the header of a template. @returns the handle that names it there
     * @see https://developers.facebook.com/docs/graph-api/guides/upload
     */
    async uploadSample(file: OutgoingFile): Promise<string> {
      const told = Granted.safeParse(await ask(`debug_token?input_token=${encodeURIComponent(token)}`));
      const app = told.data?.data.app_id;
      if (!app) throw new WhatsappRefused(100, "Meta does not say which app the access token is of. Paste a new one.");
      const about = new URLSearchParams({
        file_name: file.name.replace(/[^\w.-]+/g, "_"),
        ...{ file_length: String(file.bytes.byteLength), file_type: file.type },
      });
      const session = UploadSession.safeParse(await ask(`${app}/uploads?${about}`, { method: "POST" })).data;
      if (!session) throw notUnderstood();
      const headers = { authorization: `OAuth ${token}`, file_offset: "0", "content-type": file.type };
      // The session's ID has a query of its own, so it goes as it came.
      const uploaded = Uploaded.safeParse(await ask(session.id, { method: "POST", headers, body: file.bytes }, files));
      if (!uploaded.success) throw notUnderstood();
      return uploaded.data.h;
    },
    /** One language of a template. */
    async deleteTemplate(business: string, { id, name }: { id: string; name: string }): Promise<void> {
      const which = `hsm_id=${encodeURIComponent(id)}&name=${encodeURIComponent(name)}`;
      await ask(`${business}/message_templates?${which}`, { method: "DELETE" });
    },
  };
}

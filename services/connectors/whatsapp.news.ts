// What Meta posts of a business account: https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/components
import { z } from "zod";
import type { BusinessNews } from "./message";

const word = z.string().max(300).nullish();
const Template = z.object({
  message_template_id: z.coerce.string().min(1).max(64),
  message_template_name: z.string().max(512).default(""),
  message_template_language: z.string().max(20).default(""),
  event: word,
  reason: word,
  other_info: z.object({ title: word, description: word }).nullish().catch(null),
  disable_info: z
    .object({ disable_date: z.coerce.string().max(40) })
    .nullish()
    .catch(null),
  new_quality_score: word,
  new_category: word,
});
const NumberNews = z.object({
  display_phone_number: z.coerce.string().max(40),
  event: z.string().max(60),
  current_limit: z.string().max(40).nullish(),
  max_daily_conversations_per_business: z.string().max(40).nullish(),
});

/** A change of a business account; nothing where it is none that we follow. */
export function businessNews(field: string, value: Record<string, unknown>): BusinessNews | undefined {
  if (field === "phone_number_quality_update") {
    const read = NumberNews.safeParse(value);
    if (!read.success) return undefined;
    const { display_phone_number: shown, event, current_limit, max_daily_conversations_per_business: most } = read.data;
    return { about: "number", shown, event, limit: most ?? current_limit ?? "" };
  }
  const read = Template.safeParse(value);
  if (!read.success) return undefined;
  const { message_template_id: id, message_template_name: name, message_template_language: language } = read.data;
  const { event, reason, other_info, new_quality_score, new_category } = read.data;
  if (field === "message_template_status_update" && event) {
    const why = reason && reason.toUpperCase() !== "NONE" ? reason : (other_info?.title ?? "");
    return { about: "template", id, name, language, status: event, reason: why };
  }
  if (field === "message_template_quality_update" && new_quality_score)
    return { about: "template quality", id, quality: new_quality_score };
  if (field === "template_category_update" && new_category)
    return { about: "template category", id, category: new_category };
  return undefined;
}

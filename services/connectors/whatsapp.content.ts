// What a WhatsApp message holds: https://developers.facebook.com/docs/whatsapp/cloud-api/webhooks/reference/messages
import { z } from "zod";
import { type Media, placeWords } from "./message";

/** A part that is not as we know it is left out; the rest of its message is read. */
const part = <Shape extends z.ZodType>(shape: Shape) => shape.optional().catch(undefined);
const short = z.string().max(2_000);
const worded = z.string().max(25_000).default("");

const File = z.object({
  id: z.string().min(1).max(300),
  mime_type: z.string().default(""),
  filename: z.string().default(""),
  caption: z.string().default(""),
});
/** The file of an edit has no id: it stays what it was. */
const Captioned = z.object({ caption: z.string().optional() });
const Card = z.object({
  name: z.object({ formatted_name: short.default(""), first_name: short.default(""), last_name: short.default("") }),
  phones: z.array(z.object({ phone: short.default(""), wa_id: short.optional() })).default([]),
  emails: z.array(z.object({ email: short.default("") })).default([]),
  org: part(z.object({ company: short.default("") })),
});
const Order = z.object({
  catalog_id: short.default(""),
  text: worded,
  product_items: z
    .array(
      z.object({
        product_retailer_id: z.coerce.string().max(300),
        quantity: z.coerce.number(),
        item_price: z.coerce.number(),
        currency: z.string().max(10).default(""),
      }),
    )
    .max(200)
    .default([]),
});
const Choice = z.object({ id: short.default(""), title: short, description: short.optional() });
const Flow = z.object({ name: short.default(""), body: short.default(""), response_json: z.string().max(20_000) });
const Place = z.object({
  ...{ latitude: z.number(), longitude: z.number() },
  ...{ name: short.optional(), address: short.optional(), url: short.optional() },
});
const Referral = z
  .object({ source_type: short, source_id: short, source_url: short, headline: short, body: short, ctwa_clid: short })
  .partial();

/** The parts of a message; at most one of them is what it says. */
export const contentParts = {
  text: part(z.object({ body: z.string() })),
  image: part(File),
  document: part(File),
  video: part(File),
  audio: part(File),
  sticker: part(File),
  contacts: part(z.array(Card).max(50)),
  order: part(Order),
  button: part(z.object({ text: short.default(""), payload: short.default("") })),
  interactive: part(z.object({ button_reply: part(Choice), list_reply: part(Choice), nfm_reply: part(Flow) })),
  location: part(Place),
  referral: part(Referral),
  context: part(
    z.object({
      id: z.string().nullish(),
      forwarded: z.boolean().default(false),
      frequently_forwarded: z.boolean().default(false),
    }),
  ),
};
export type Content = z.output<z.ZodObject<typeof contentParts>>;

export const EditedContent = z.object({
  text: part(z.object({ body: z.string() })),
  ...{ image: part(Captioned), document: part(Captioned), video: part(Captioned) },
});

/** What an edited message says now; nothing when it does not say. */
export function editedText({ text, image, document, video }: z.output<typeof EditedContent>): string | undefined {
  return text?.body ?? (image ?? document ?? video)?.caption;
}

export function contentMedia({ image, document, video, audio, sticker }: Content): Media | undefined {
  const [found, name] = image
    ? [image, "photo.jpg"]
    : document
      ? [document, "document"]
      : video
        ? [video, "video.mp4"]
        : audio
          ? [audio, "voice.ogg"]
          : [sticker, "sticker.webp"];
  if (!found) return undefined;
  return { id: found.id, name: (found.filename || name).slice(0, 150), type: found.mime_type, bytes: null };
}

/** What a message says, in words. */
export function contentText(given: Content): string {
  const { text, image, document, video, button, interactive, location, contacts, order } = given;
  if (text?.body) return text.body;
  const pressed = button?.text || interactive?.button_reply?.title || chosen(interactive?.list_reply);
  if (pressed) return pressed;
  if (interactive?.nfm_reply) return answers(interactive.nfm_reply);
  if (location) return placeWords(location);
  if (contacts) return contacts.map(cardWords).join("\n");
  if (order) return orderWords(order);
  return image?.caption || document?.caption || video?.caption || "";
}

/** What is kept of it besides its words. */
export function contentMeta({ contacts, order, interactive, button, location, referral, context }: Content) {
  const pressed = button?.payload || interactive?.button_reply?.id || interactive?.list_reply?.id;
  const { nfm_reply } = interactive ?? {};
  return {
    ...(context?.id ? { reply_to: context.id } : {}),
    ...(context?.forwarded || context?.frequently_forwarded ? { forwarded: true } : {}),
    ...(pressed ? { payload: pressed } : {}),
    ...(contacts ? { contacts } : {}),
    ...(order ? { order } : {}),
    ...(nfm_reply ? { flow: { name: nfm_reply.name, answers: fieldsOf(nfm_reply) } } : {}),
    ...(location ? { location } : {}),
    ...(referral ? { referral } : {}),
  };
}

function chosen(choice: z.output<typeof Choice> | undefined): string {
  return choice ? [choice.title, choice.description].filter(Boolean).join("\n") : "";
}

function cardWords({ name, phones, emails, org }: z.output<typeof Card>): string {
  const who = name.formatted_name || `${name.first_name} ${name.last_name}`.trim();
  const more = [
    org?.company,
    ...phones.map(({ phone, wa_id }) => phone || (wa_id && `+${wa_id}`)),
    ...emails.map(({ email }) => email),
  ];
  return `Contact: ${[who, ...more].filter(Boolean).join(", ")}`;
}

function orderWords({ text, product_items }: z.output<typeof Order>): string {
  const lines = product_items.map(
    ({ quantity, product_retailer_id, item_price, currency }) =>
      `${quantity} × ${product_retailer_id} at ${currency} ${item_price.toLocaleString("en")}`,
  );
  const totals = new Map<string, number>();
  for (const { quantity, item_price, currency } of product_items)
    totals.set(currency, (totals.get(currency) ?? 0) + quantity * item_price);
  const sums = [...totals].map(([currency, sum]) => `${currency} ${sum.toLocaleString("en")}`);
  return ["Order:", ...lines, ...(sums.length > 0 ? [`Total: ${sums.join(", ")}`] : []), text]
    .filter(Boolean)
    .join("\n");
}

/** The answers of a form that was filled in, field by field. */
function fieldsOf({ response_json }: z.output<typeof Flow>): Record<string, string> {
  try {
    const fields = Object.entries(z.record(z.string(), z.unknown()).parse(JSON.parse(response_json)));
    const told = fields.filter(([name]) => name !== "flow_token").slice(0, 100);
    return Object.fromEntries(
      told.map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
    );
  } catch {
    return {};
  }
}

function answers(flow: z.output<typeof Flow>): string {
  const lines = Object.entries(fieldsOf(flow)).map(([name, value]) => `${name.replaceAll("_", " ")}: ${value}`);
  return lines.length > 0 ? `Form filled in:\n${lines.join("\n")}` : flow.body || "A form was filled in.";
}

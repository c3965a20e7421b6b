import { z } from "zod";
import { packageName } from "../../rules/reviews";
import { text } from "../chat/contract.fields";

const oneLine = text.pipe(z.string().max(120, "At most 120 characters."));
const secret = (missing: string) => z.string({ error: missing }).trim().max(1_000, "That is too long.");

/** What connects a Telegram bot. */
export const TelegramForm = z.strictObject({
  token: secret("Paste the bot's token.").regex(
    /^\d{3,20}:[\w-]{20,100}$/,
    "A bot token looks like 123456789:AAE…; @BotFather gives it.",
  ),
  name: oneLine.default(""),
});

/** What a Meta app gives for any of its channels. */
const metaSecrets = {
  token: secret("Paste the access token.").min(10, "Paste the whole access token."),
  app_secret: secret("Paste the app secret: without it nothing that comes in can be trusted.").min(
    10,
    "Paste the whole app secret.",
  ),
  /** Made here when none is given. */
  verify_token: z
    .string()
    .trim()
    .regex(/^([\w.-]{8,100})?$/, "8 to 100 letters, digits, dots or dashes.")
    .default(""),
};

/** What connects a WhatsApp number of the Cloud API. */
export const WhatsappForm = z.strictObject({
  phone_number_id: z
    .string({ error: "Enter the phone number id." })
    .trim()
    .regex(/^\d{5,30}$/, "The phone number id has digits only; it is not the number itself."),
  /** Asked of Meta where it is left out. */
  business_id: z
    .string()
    .trim()
    .regex(/^\d{0,30}$/, "The business account's id has digits only.")
    .default(""),
  ...metaSecrets,
  name: oneLine.default(""),
});

/** What connects a Facebook page for Messenger. */
export const MessengerForm = z.strictObject({
  page_id: z
    .string({ error: "Enter the page id." })
    .trim()
    .regex(/^\d{5,30}$/, "The page id has digits only. It is in the page's About section."),
  ...metaSecrets,
  name: oneLine.default(""),
});

const noKey = "Paste the whole JSON key file of the service account: it begins with { and has a private_key.";

/** The key file of a service account of Google's, as text. */
const serviceAccountKey = z
  .string({ error: "Paste the service account's JSON key." })
  .trim()
  .max(10_000, "That is too long for a key file.")
  .refine(isServiceAccountKey, noKey);

function isServiceAccountKey(given: string): boolean {
  try {
    const { client_email, private_key } = JSON.parse(given) as Record<string, unknown>;
    return z.email().safeParse(client_email).success && /^-----BEGIN PRIVATE KEY-----/.test(String(private_key));
  } catch {
    return false;
  }
}

/** What connects an app of the Play Store for its reviews. */
export const PlayStoreForm = z.strictObject({
  package_name: z
    .string({ error: "Enter the app's package name." })
    .trim()
    .max(150, "That is too long.")
    .regex(packageName, "A package name looks like ke.co.your_shop.app; it is in the app's address in the Play Store."),
  key: serviceAccountKey,
  name: oneLine.default(""),
});

const xKey = (what: string) =>
  secret(`Paste the ${what}.`).regex(/^[\w-]{10,200}$/, `Paste the whole ${what}: letters, digits and dashes only.`);

/** What connects an account on X: the keys of an application, and the account's own token for it. */
export const TwitterForm = z.strictObject({
  api_key: xKey("API key"),
  api_secret: xKey("API key secret"),
  access_token: xKey("access token"),
  access_secret: xKey("access token secret"),
  name: oneLine.default(""),
});

/** What a new mail becomes. */
export const newMails = ["chat", "tickets"] as const;

const mailSecurities = ["tls", "starttls", "none"] as const;
const address = z
  .string({ error: "Enter the mail address." })
  .trim()
  .toLowerCase()
  .regex(/^[^\s<>@,;:"\\]{1,64}@[^\s<>@,;:"\\]{1,190}$/, "Write one address, like support@your-shop.co.ke.");

const MailHost = z.strictObject({
  host: z
    .string({ error: "Enter the host's name." })
    .trim()
    .toLowerCase()
    .regex(/^[a-z\d]([a-z\d.:-]{0,250}[a-z\d])?$/, "The host's name alone, like imap.your-host.com."),
  port: z.coerce.number({ error: "Enter the port." }).int().min(1, "1 to 65535.").max(65_535, "1 to 65535."),
  security: z.enum(mailSecurities).default("tls"),
  /** The mail address when it is empty. */
  user: z.string().trim().max(254, "That is too long.").default(""),
  /** The one that is kept when it is empty. */
  password: z.string().max(500, "That is too long.").default(""),
});

/** What connects a mailbox: IMAP brings what customers write, SMTP takes the answers away. */
export const EmailForm = z.strictObject({
  address,
  name: oneLine.default(""),
  imap: MailHost,
  smtp: MailHost,
  /** Sent to a new customer at once; empty: nothing is. */
  auto_reply: z.string().pipe(text).pipe(z.string().max(2_000, "At most 2,000 characters.")).default(""),
});

/** What connects a mailbox for tickets; whoever opens one is told by ticketing's own acknowledgement. */
export const TicketMailboxForm = EmailForm.omit({ auto_reply: true });

/** What every channel can be given. */
export const ChannelForm = z.strictObject({
  name: z.string({ error: "Give it a name." }).pipe(text).pipe(z.string().min(1, "Give it a name.").max(120)),
  active: z.boolean(),
});

/** What a rehearsal plays, each through the true way in. */
export const samples = ["text", "album", "duplicate", "no number", "edit", "unsupported", "failure"] as const;
export const Sample = z.enum(samples);
export type Sample = z.infer<typeof Sample>;

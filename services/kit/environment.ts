import { z } from "zod";
import { senderPattern } from "../../rules/senders";

const url = z.url({ protocol: /^https?$/, error: "must be an http(s) address" });
const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, "must be a postgres:// address");
/** A random one in hexadecimal has sixteen different characters at most, and may lack some of them. */
const fewestDifferent = 10;
const secret = z
  .string()
  .min(32, "must be at least 32 characters of randomness")
  .refine((text) => new Set(text).size >= fewestDifferent, "is not random: make one with openssl rand -hex 32");

/** Every setting there is; nothing else reads the environment. Times are in seconds. */
export const Environment = z.object({
  NODE_ENV: z.string().optional(),
  PORT: z.coerce.number({ error: "must be a port number" }).int().min(0).max(65535).default(3000),
  HOST: z.string().default("127.0.0.1"),
  DATA_DIR: z.string().default(".data"),
  DATABASE_URL: postgresUrl.optional(),
  DATABASE_POOL: z.coerce.number().int().min(2).max(200).default(12),
  ROLES: z.string().default("web,services,worker").transform(roles),
  PUBLIC_URL: url.optional(),
  SESSION_SECRET: secret.optional(),
  SERVICE_SECRET: secret.optional(),
  CLIENT_ID: z.string().default("jibu-web"),
  TRUSTED_PROXIES: z.string().default("").transform(words),
  /** Days for which the event log is kept: a browser that was away for longer reads its page anew. */
  EVENT_DAYS: z.coerce.number().int().min(1).max(90).default(3),
  METRICS_TOKEN: z.string().min(16).optional(),
  BATCHED_READS: z.enum(["on", "off"]).default("on"),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  SMPP_URL: z
    .string()
    .regex(/^smpps?:\/\//, "must be an smpp:// address")
    .optional(),
  SMPP_WINDOW: z.coerce.number().int().min(1).max(2000).default(500),
  SMPP_TPS: z.coerce.number().int().min(0).default(0),
  /** The transactional sender ID that every account with SMS may use, registered with every network; `none`: there is none. */
  SMS_SHARED_SENDER: z
    .string()
    .regex(senderPattern, "must be 1 to 11 letters and digits")
    .default("JIBU")
    .transform((name) => (name === "none" ? undefined : name)),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "must be an smtp:// address")
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, "must be like Name <name@host>")
    .optional(),
  OIDC_PROVIDERS: z.string().default("[]").transform(oidcProviders),
  FACEBOOK_APP_ID: z.string().regex(/^\d+$/, "must be the app's number").optional(),
  FACEBOOK_APP_SECRET: z.string().min(16, "is too short").optional(),
  IDENTITY_URL: url.optional(),
  BILLING_URL: url.optional(),
  MESSAGING_URL: url.optional(),
  UPLOADS_URL: url.optional(),
  TICKETING_URL: url.optional(),
  WEBCHAT_URL: url.optional(),
  /** How often one visitor's session may do what in the web chat. */
  WEBCHAT_SESSIONS_PER_HOUR: z.coerce.number().int().min(1).default(5),
  WEBCHAT_CHATS_PER_12_HOURS: z.coerce.number().int().min(1).default(6),
  WEBCHAT_UPDATES_PER_HOUR: z.coerce.number().int().min(1).default(60),
  WEBCHAT_UPLOADS_PER_HOUR: z.coerce.number().int().min(1).default(60),
  WEBCHAT_TRANSCRIPTS_PER_HOUR: z.coerce.number().int().min(1).default(30),
  /** For how many of them one address counts: a mobile network is one address for a town. */
  WEBCHAT_VISITORS_PER_ADDRESS: z.coerce.number().int().min(1).default(200),
  CHAT_URL: url.optional(),
  SOCIAL_URL: url.optional(),
  /** The chat networks' own addresses. */
  TELEGRAM_URL: url.default("https://api.telegram.org"),
  GRAPH_URL: url.default("https://graph.facebook.com"),
  GRAPH_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/, "must be like v23.0")
    .default("v23.0"),
  /** Where browsers hear of chats: from our own event log, or from the documents of a Firebase project. */
  CHAT_STORE: z.enum(["ours", "firebase"]).default("ours"),
  FIREBASE_PROJECT: z
    .string()
    .regex(/^[a-z][a-z0-9-]{4,28}[a-z0-9]$/, "must be a project's id")
    .optional(),
  FIREBASE_API_KEY: z.string().optional(),
  /** Files of chats are kept there besides; without it they are not. */
  FIREBASE_BUCKET: z
    .string()
    .regex(/^[a-z0-9][a-z0-9._-]{1,220}[a-z0-9]$/, "must be a bucket's name")
    .optional(),
  /** The service account's key file, its JSON as it is. */
  FIREBASE_KEY: z.string().refine(isServiceAccount, "must be the JSON of a service account's key").optional(),
  /** Another host than Google's, for all of Firebase. */
  FIREBASE_URL: url.optional(),
  /** Closed addresses that the mail hosts of chat channels may have after all: addresses or blocks like 10.0.0.0/8. */
  MAIL_HOSTS_ALLOWED: z.string().default("").transform(words),
  /** The account whose ticket desk takes the issues that other accounts report. */
  SUPPORT_ACCOUNT: z
    .string()
    .regex(/^[\w-]{1,32}$/, "must be an account number")
    .default("900009"),
  FILES_S3_URL: url.optional(),
  FILES_S3_BUCKET: z.string().optional(),
  FILES_S3_REGION: z.string().default("us-east-1"),
  FILES_S3_KEY: z.string().optional(),
  FILES_S3_SECRET: z.string().optional(),
  /** https://api.safaricom.co.ke; without it nobody pays by M-Pesa. */
  MPESA_URL: url.optional(),
  MPESA_CONSUMER_KEY: z.string().optional(),
  MPESA_CONSUMER_SECRET: z.string().optional(),
  MPESA_SHORTCODE: z
    .string()
    .regex(/^\d{5,7}$/, "must have 5 to 7 digits")
    .optional(),
  MPESA_PASSKEY: z.string().optional(),
  MPESA_TILL: z
    .string()
    .regex(/^\d{5,8}$/, "must have 5 to 8 digits")
    .optional(),
  /** Who issues the invoices; the e-mail address also hears of payments that a person must look at. */
  SELLER_NAME: z.string().default("Jibu"),
  SELLER_ADDRESS: z.string().default(""),
  SELLER_EMAIL: z.string().default(""),
  SELLER_PHONE: z.string().default(""),
  SELLER_KRA_PIN: z.string().default(""),
});
export type Environment = z.infer<typeof Environment>;

const allRoles = ["web", "services", "worker"] as const;
export type ProcessRole = (typeof allRoles)[number];

const OidcProviders = z.array(
  z.strictObject({
    /** Stands in addresses: /auth/social/<id>/callback. */
    id: z.string().regex(/^(?!facebook$)[a-z][a-z0-9-]{0,30}$/),
    name: z.string().min(1).max(40),
    issuer: z.url({ protocol: /^https$/ }),
    client_id: z.string().min(1),
    client_secret: z.string().min(1),
  }),
);

function oidcProviders(text: string, context: z.RefinementCtx<string>): z.infer<typeof OidcProviders> {
  const wrong = (message: string) => {
    context.addIssue({ code: "custom", message });
    return z.NEVER;
  };
  try {
    const list = OidcProviders.safeParse(JSON.parse(text));
    if (!list.success) return wrong("must be a JSON list of {id, name, issuer (https), client_id, client_secret}");
    const twice = new Set(list.data.map(({ id }) => id)).size < list.data.length;
    return twice ? wrong("names one id twice") : list.data;
  } catch {
    return wrong("is not JSON");
  }
}

function isServiceAccount(text: string): boolean {
  try {
    const { client_email, private_key } = JSON.parse(text) as { client_email?: unknown; private_key?: unknown };
    return typeof client_email === "string" && /^-----BEGIN PRIVATE KEY-----/.test(String(private_key));
  } catch {
    return false;
  }
}

function words(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

function roles(text: string, context: z.RefinementCtx<string>): ProcessRole[] {
  const given = words(text);
  const wrong = given.filter((name) => !(allRoles as readonly string[]).includes(name));
  if (wrong.length > 0 || given.length === 0)
    context.addIssue({ code: "custom", message: `must name some of ${allRoles.join(", ")}` });
  return given.filter((name): name is ProcessRole => (allRoles as readonly string[]).includes(name));
}

/** A wrong setting: one line per fault, ready to be shown. */
export class WrongSettings extends Error {}

/** Reads the settings. With DATABASE_URL (production) nothing secret has a default. Throws WrongSettings. */
export function readEnvironment(from: Record<string, string | undefined> = process.env): Environment {
  const given = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = Environment.safeParse(given);
  const faults = parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`);
  if (parsed.success && parsed.data.DATABASE_URL)
    for (const name of ["SESSION_SECRET", "SERVICE_SECRET", "PUBLIC_URL"] as const)
      if (!parsed.data[name]) faults.push(`${name} is missing`);
  if (parsed.success && parsed.data.SESSION_SECRET && parsed.data.SESSION_SECRET === parsed.data.SERVICE_SECRET)
    faults.push("SERVICE_SECRET must be another one than SESSION_SECRET");
  if (parsed.success && parsed.data.SMTP_URL && !parsed.data.MAIL_FROM) faults.push("MAIL_FROM is missing");
  if (parsed.success && parsed.data.FACEBOOK_APP_ID && !parsed.data.FACEBOOK_APP_SECRET)
    faults.push("FACEBOOK_APP_SECRET is missing");
  if (parsed.success && parsed.data.FILES_S3_BUCKET)
    for (const name of ["FILES_S3_KEY", "FILES_S3_SECRET"] as const)
      if (!parsed.data[name]) faults.push(`${name} is missing`);
  // The demo has a project of its own.
  if (
    parsed.success &&
    parsed.data.CHAT_STORE === "firebase" &&
    (parsed.data.DATABASE_URL || parsed.data.FIREBASE_PROJECT)
  )
    for (const name of ["FIREBASE_PROJECT", "FIREBASE_API_KEY", "FIREBASE_KEY"] as const)
      if (!parsed.data[name]) faults.push(`${name} is missing`);
  if (parsed.success && parsed.data.MPESA_URL)
    for (const name of ["MPESA_CONSUMER_KEY", "MPESA_CONSUMER_SECRET", "MPESA_SHORTCODE", "MPESA_PASSKEY"] as const)
      if (!parsed.data[name]) faults.push(`${name} is missing`);
  if (!parsed.success || faults.length > 0) throw new WrongSettings(faults.join("\n"));
  return parsed.data;
}

import { z } from "zod";

/** An http(s) address. */
export const url = z.url({ protocol: /^https?$/, error: "must be an http(s) address" });
const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, "must be a postgres:// address");
/** A random one in hexadecimal has sixteen different characters at most, and may lack some of them. */
const fewestDifferent = 10;
const secret = z
  .string()
  .min(32, "must be at least 32 characters of randomness")
  .refine((text) => new Set(text).size >= fewestDifferent, "is not random: make one with openssl rand -hex 32");

/** The settings of the program itself; each service has its own (`services/<name>/settings.ts`). Times are in seconds. */
const platformSettings = {
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
  TRUSTED_PROXIES: z.string().default("").transform(listed),
  /** Days for which the event log is kept: a browser that was away for longer reads its page anew. */
  EVENT_DAYS: z.coerce.number().int().min(1).max(90).default(3),
  METRICS_TOKEN: z.string().min(16).optional(),
  BATCHED_READS: z.enum(["on", "off"]).default("on"),
  CHECK_ROWS: z.enum(["on", "off"]).optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  SMTP_URL: z
    .string()
    .regex(/^smtps?:\/\//, "must be an smtp:// address")
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(/^(?:[^<>@]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/, "must be like Name <name@host>")
    .optional(),
  /** Closed addresses that the mail hosts of accounts may have after all: addresses or blocks like 10.0.0.0/8. */
  MAIL_HOSTS_ALLOWED: z.string().default("").transform(listed),
  /** Of Meta's Graph: sign-in and chats use one. */
  GRAPH_VERSION: z
    .string()
    .regex(/^v\d+\.\d+$/, "must be like v23.0")
    .default("v23.0"),
};
export type PlatformSettings = z.infer<z.ZodObject<typeof platformSettings>>;

const allRoles = ["web", "services", "worker"] as const;
export type ProcessRole = (typeof allRoles)[number];

/** What a setting with several values says: they are separated by commas or spaces. */
export function listed(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

function roles(text: string, context: z.RefinementCtx<string>): ProcessRole[] {
  const given = listed(text);
  const wrong = given.filter((name) => !(allRoles as readonly string[]).includes(name));
  if (wrong.length > 0 || given.length === 0)
    context.addIssue({ code: "custom", message: `must name some of ${allRoles.join(", ")}` });
  return given.filter((name): name is ProcessRole => (allRoles as readonly string[]).includes(name));
}

/** A wrong setting: one line per fault, ready to be shown. */
export class WrongSettings extends Error {}

/** A service's part of the settings. Its base URL is `<NAME>_URL`. */
export type SettingsPart = {
  contract: { service: string };
  settings: z.ZodRawShape;
  /** What is wrong with settings that are right one by one. */
  settingFaults?(settings: never): string[];
};

/** The setting that names a service's base URL: without it the service runs in this process. */
export function urlSetting(service: string): string {
  return `${service.toUpperCase()}_URL`;
}

/** Every setting of the program and of these services. */
export function settingsShape(parts: readonly SettingsPart[]): z.ZodObject {
  const urls = parts.map(({ contract }) => [urlSetting(contract.service), url.optional()]);
  return z.object({
    ...platformSettings,
    ...Object.assign({}, ...parts.map(({ settings }) => settings)),
    ...Object.fromEntries(urls),
  });
}

/**
 * Rows of raw statements are compared with their schemas (services/kit/row-schema.ts): in production only when
 * CHECK_ROWS says so.
 */
export const checksRows =
  process.env.CHECK_ROWS === "on" || (process.env.CHECK_ROWS !== "off" && process.env.NODE_ENV !== "production");

/** Reads the settings; nothing else reads the environment. With DATABASE_URL (production) nothing secret has a default. Throws WrongSettings. */
export function readSettings(
  parts: readonly SettingsPart[],
  from: Record<string, string | undefined> = process.env,
): PlatformSettings & Record<string, unknown> {
  const given = Object.fromEntries(Object.entries(from).filter(([, value]) => value !== undefined && value !== ""));
  const parsed = settingsShape(parts).safeParse(given);
  if (!parsed.success)
    throw new WrongSettings(parsed.error.issues.map((issue) => `${issue.path.join(".")} ${issue.message}`).join("\n"));
  const settings = parsed.data as PlatformSettings & Record<string, unknown>;
  const faults = [
    ...platformFaults(settings),
    ...parts.flatMap((part) => part.settingFaults?.(settings as never) ?? []),
  ];
  if (faults.length > 0) throw new WrongSettings(faults.join("\n"));
  return settings;
}

/** A fault for each of the settings that is missing. */
export function missingSettings<Settings>(settings: Settings, names: readonly (keyof Settings & string)[]): string[] {
  return names.filter((name) => !settings[name]).map((name) => `${name} is missing`);
}

function platformFaults(settings: PlatformSettings): string[] {
  const { DATABASE_URL, SESSION_SECRET, SERVICE_SECRET, SMTP_URL } = settings;
  return [
    ...(DATABASE_URL ? missingSettings(settings, ["SESSION_SECRET", "SERVICE_SECRET", "PUBLIC_URL"]) : []),
    ...(SESSION_SECRET && SESSION_SECRET === SERVICE_SECRET
      ? ["SERVICE_SECRET must be another one than SESSION_SECRET"]
      : []),
    ...(SMTP_URL ? missingSettings(settings, ["MAIL_FROM"]) : []),
  ];
}

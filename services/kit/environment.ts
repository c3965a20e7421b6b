import { z } from "zod";

const url = z.url({ protocol: /^https?$/, error: "must be an http(s) address" });
const postgresUrl = z.string().regex(/^postgres(ql)?:\/\//, "must be a postgres:// address");
const secret = z.string().min(32, "must be at least 32 characters of randomness");

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
  METRICS_TOKEN: z.string().min(16).optional(),
  LOG_LEVEL: z.enum(["fatal", "error", "warn", "info", "debug", "silent"]).default("info"),
  SMPP_URL: z
    .string()
    .regex(/^smpps?:\/\//, "must be an smpp:// address")
    .optional(),
  SMPP_WINDOW: z.coerce.number().int().min(1).max(2000).default(500),
  SMPP_TPS: z.coerce.number().int().min(0).default(0),
  IDENTITY_URL: url.optional(),
  BILLING_URL: url.optional(),
  MESSAGING_URL: url.optional(),
});
export type Environment = z.infer<typeof Environment>;

const allRoles = ["web", "services", "worker"] as const;
export type Role = (typeof allRoles)[number];

function words(text: string): string[] {
  return text.split(/[\s,]+/).filter(Boolean);
}

function roles(text: string, context: z.RefinementCtx<string>): Role[] {
  const given = words(text);
  const wrong = given.filter((name) => !(allRoles as readonly string[]).includes(name));
  if (wrong.length > 0 || given.length === 0)
    context.addIssue({ code: "custom", message: `must name some of ${allRoles.join(", ")}` });
  return given.filter((name): name is Role => (allRoles as readonly string[]).includes(name));
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
  if (!parsed.success || faults.length > 0) throw new WrongSettings(faults.join("\n"));
  return parsed.data;
}

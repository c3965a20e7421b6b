import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PlatformSettings } from "../services/kit/environment";

/** Of cookies, and of what services tell each other. */
export type Secrets = { session: string; service: string };

/** The demo's secrets are made once and kept beside its data, so that a restart keeps everyone signed in. */
export function demoSecrets(dataDir: string): Secrets {
  const file = join(dataDir, "secrets.json");
  mkdirSync(dataDir, { recursive: true });
  if (!existsSync(file)) {
    const fresh = { session: randomBytes(32).toString("hex"), service: randomBytes(32).toString("hex") };
    writeFileSync(file, JSON.stringify(fresh), { mode: 0o600 });
  }
  return JSON.parse(readFileSync(file, "utf8")) as Secrets;
}

export function platformSecrets({ SESSION_SECRET = "", SERVICE_SECRET = "" }: PlatformSettings): Secrets {
  return { session: SESSION_SECRET, service: SERVICE_SECRET };
}

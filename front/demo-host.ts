import { isLoopback } from "../services/kit/address";
import { type PlatformSettings, WrongSettings } from "../services/kit/environment";

/**
 * The host names that the demo answers: its password is on its first page, so it is for this machine, or for the
 * address that PUBLIC_URL names. Throws WrongSettings when it would listen for others.
 */
export function demoHosts({ HOST, PUBLIC_URL }: Pick<PlatformSettings, "HOST" | "PUBLIC_URL">): string[] {
  if (HOST !== "localhost" && !isLoopback(HOST))
    throw new WrongSettings(
      `HOST is "${HOST}", and the demo is for this machine only: its passwords are public. Unset it, or set DATABASE_URL.`,
    );
  return ["localhost", "127.0.0.1", "[::1]", ...(PUBLIC_URL ? [new URL(PUBLIC_URL).hostname] : [])];
}

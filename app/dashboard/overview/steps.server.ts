import { createCookie } from "@remix-run/node";
import type { Settings } from "../../shell/context.server";

/** Who has put the first steps away, on this browser: kept for a year, by person. */
function cookieOf(person: string, settings: Settings) {
  return createCookie(`first-steps.${person.replace(/[^\w-]/g, "")}`, {
    path: "/",
    maxAge: 31_536_000,
    sameSite: "lax",
    httpOnly: true,
    secure: settings.secure,
  });
}

export async function stepsHidden(request: Request, person: string, settings: Settings): Promise<boolean> {
  return (await cookieOf(person, settings).parse(request.headers.get("cookie"))) === "hidden";
}

export function hideSteps(person: string, settings: Settings): Promise<string> {
  return cookieOf(person, settings).serialize("hidden");
}

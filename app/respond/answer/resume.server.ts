import { createCookie } from "@remix-run/node";

/** What lets a browser that opens the link again go on where it was. Only the pages of that link get it. */
export function sessionCookie(link: string, secure: boolean) {
  return createCookie("survey", {
    ...{ httpOnly: true, sameSite: "lax", secure },
    path: `/respond/${link}`,
    maxAge: 30 * 86_400,
  });
}

/** The session that this browser has begun. */
export async function resumedAt(request: Request, link: string): Promise<string | undefined> {
  const kept: unknown = await sessionCookie(link, false).parse(request.headers.get("cookie"));
  return typeof kept === "string" && /^[\w-]{20,60}$/.test(kept) ? kept : undefined;
}

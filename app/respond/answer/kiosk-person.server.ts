import { createCookie } from "@remix-run/node";

/**
 * Whose response is on a shared tablet: of the person who began last, and of no one once the start is open. Only the
 * pages of that link get it. A tablet that takes no cookies, such as in a frame, has the limits of time alone.
 */
function personCookie(link: string, secure: boolean) {
  return createCookie("survey-kiosk", {
    ...{ httpOnly: true, sameSite: "lax", secure },
    path: `/respond/${link}`,
    maxAge: 86_400,
  });
}

/** The line of a header that says whose response is on the tablet; "": no one's. */
export function tabletCookie(session: string, link: string, secure: boolean): Promise<string> {
  return personCookie(link, secure).serialize(session);
}

/** Whether the start was open, or another person began, since this response was on the tablet. */
export async function hasLeft(request: Request, link: string, session: string): Promise<boolean> {
  const known: unknown = await personCookie(link, false).parse(request.headers.get("cookie"));
  return typeof known === "string" && known !== session;
}

import { href } from "../../href";

/**
 * A shared tablet opens the link with `?kiosk=1`: every person begins a new response, and what one leaves behind is left by
 * itself, without script. The address carries it, so that it needs no cookie.
 */
export function isKiosk({ url }: Pick<Request, "url">): boolean {
  return new URL(url).searchParams.get("kiosk") === "1";
}

/** What the addresses of a survey's pages have in a kiosk. */
export function kioskQuery(kiosk: boolean): { kiosk?: string } {
  return kiosk ? { kiosk: "1" } : {};
}

/** Seconds after which the page of thanks goes back to the start. */
export const kioskThanksSeconds = 10;

/** Seconds after which a page with so many questions is taken for abandoned: the first needs three minutes, each other one. */
export function kioskIdleSeconds(questions: number): number {
  return 120 + 60 * Math.max(1, questions);
}

/** Whether a page that was opened again, such as by Back, is of someone who has gone. */
export function isAbandoned(activeAt: string, questions: number, now: Date): boolean {
  return now.getTime() - Date.parse(activeAt) > kioskIdleSeconds(questions) * 1_000;
}

/** The tag that goes back to the start of a survey after some seconds. */
export function refreshTag(link: string, seconds: number) {
  const start = href("/respond/:link", { link }, kioskQuery(true));
  return { httpEquiv: "refresh", content: `${seconds}; url=${start}` };
}

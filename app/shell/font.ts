import { brand } from "../../rules/brand";

const cookie = `${brand.slug}_font=1`;
/** Seconds: a year, as long as the browser keeps the font's file. */
const age = 31_536_000;

/** Whether this browser has fetched the font, so that a page may be drawn in it from the start. */
export function hasFont(header: string | null): boolean {
  return (header ?? "").split(";").some((part) => part.trim() === cookie);
}

/**
 * Fetches the font and shows the page in it. Called when the page's program runs: before, its 24 KB would keep a slow
 * phone from both the first picture and the program.
 */
export async function loadFont(page: Document = document): Promise<void> {
  const faces = await page.fonts.load('16px "Inter Variable"').catch(() => []);
  if (faces.length === 0) return;
  page.documentElement.dataset.font = "";
  const secure = page.location.protocol === "https:" ? "; Secure" : "";
  page.cookie = `${cookie}; Path=/; Max-Age=${age}; SameSite=Lax${secure}`;
}

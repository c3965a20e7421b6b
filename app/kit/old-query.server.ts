import { redirect } from "@remix-run/node";

/** Links from before a drawer had a URL of its own: the query parameter leads to the page that it opened. @throws Response 302 */
export function redirectOldQuery(url: URL, pages: Record<string, (value: string) => string>): void {
  for (const [name, to] of Object.entries(pages)) {
    const value = url.searchParams.get(name);
    if (value) throw redirect(to(value.slice(0, 100)));
  }
}

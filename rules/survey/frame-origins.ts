import { patternText, sitePattern } from "../site-origins";

/** Sites that may show one survey at most. */
export const maxFrameOrigins = 20;

/** The origin of a site as it is written in a policy: `https://www.example.com`; undefined for what is none, and without TLS. */
export function frameOrigin(typed: string): string | undefined {
  const site = sitePattern(typed);
  return site && site.scheme === "https" && !site.wildcard ? patternText(site) : undefined;
}

/** What a site puts into its page: a frame that needs no script. */
export function frameSnippet(address: string, title: string): string {
  const written = (text: string) => text.replaceAll("&", "&amp;").replaceAll('"', "&quot;").replaceAll("<", "&lt;");
  return `<iframe src="${written(address)}" title="${written(title)}" width="100%" height="640" loading="lazy" style="border: 0"></iframe>`;
}

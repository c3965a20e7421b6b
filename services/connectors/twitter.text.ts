import { z } from "zod";

const Link = z.object({
  url: z.string().default(""),
  expanded_url: z.string().default(""),
});
/** What X tells of the links in a text. */
export const Entities = z.object({ urls: z.array(Link.catch({ url: "", expanded_url: "" })).default([]) });

const marks: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'" };

type LinkedText = { text: string; urls: readonly z.output<typeof Link>[] };

/** The words as they were written: X escapes them, puts short links for the long ones, and adds one for each picture. */
export function writtenText({ text, urls }: LinkedText, pictures: readonly string[]): string {
  let words = text;
  for (const picture of pictures) if (picture) words = words.replace(picture, "");
  for (const { url, expanded_url } of urls) if (url && expanded_url) words = words.replaceAll(url, expanded_url);
  return words.replace(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => marks[name] ?? whole).trim();
}

/** A reply without the names that X puts before it. */
export function withoutNames(text: string): string {
  return text.replace(/^(?:@\w{1,20}\s+)+/, "").replace(/^@\w{1,20}$/, "");
}

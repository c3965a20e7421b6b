import { Liquid, type Template } from "liquidjs";
import type { Content } from "./compile";

/** What stands in for a field that a reader has no value for. */
export type Defaults = Record<string, string>;
/** Where the links and the picture of a reader's mail lead when opens and clicks are counted. */
type CountedAddresses = { clicks: string; opens: string };
export type Filled = { subject: string; html: string; text: string };

/** A mail is never larger than this when it is filled, and takes no longer; milliseconds for the time. */
const limits = { parseLimit: 2_000_000, renderLimit: 250, memoryLimit: 20_000_000 };

const engine = (outputEscape?: "escape") =>
  new Liquid({
    ...limits,
    ...(outputEscape ? { outputEscape } : {}),
    ownPropertyOnly: true,
    strictFilters: true,
    // No files: nothing can be included.
    templates: {},
    relativeReference: false,
  });
const html = engine("escape");
const plain = engine();

/**
 * Reads the content once; the function it gives fills it for one reader.
 * @throws when it is larger than any content of ours can be
 */
export function filler(
  content: Pick<Content, "subject" | "html" | "text" | "defaults">,
  defaults: Defaults,
): (fields: Record<string, string>, unsubscribe: string, counted?: CountedAddresses) => Filled {
  const parsed: [Liquid, Template[]][] = [
    [plain, plain.parse(content.subject)],
    [html, html.parse(content.html)],
    [plain, plain.parse(content.text)],
  ];
  return (fields, unsubscribe, counted) => {
    const given = { f: fields, d: defaults, t: content.defaults, unsubscribe, ...counted };
    const [subject = "", page = "", text = ""] = parsed.map(
      ([liquid, template]) => liquid.renderSync(template, given) as string,
    );
    return { subject: subject.replace(/\s+/g, " ").trim(), html: page, text };
  };
}

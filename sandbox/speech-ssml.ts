/** What a document of SSML says, and in which voice. */
export type SpokenSsml = { text: string; voice: string };

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const attributes = String.raw`(?:\s+[a-zA-Z:]+\s*=\s*(?:"[^"<]*"|'[^'<]*'))*\s*`;
const document = new RegExp(
  String.raw`^\s*<speak(${attributes})>\s*<voice(${attributes})>([^<]*)</voice>\s*</speak>\s*$`,
);

/** Reads a document with one voice that speaks plain text; undefined when it is not well-formed, or another one. */
export function readSsml(body: string): SpokenSsml | undefined {
  const [, speak = "", voice = "", inner = ""] = document.exec(body) ?? [];
  const text = plainText(inner);
  const name = plainText(attributeIn(voice, "name"));
  const isVersion1 = attributeIn(speak, "version") === "1.0" && attributeIn(speak, "xml:lang") !== "";
  return isVersion1 && name && text !== undefined ? { text, voice: name } : undefined;
}

function attributeIn(attributes: string, name: string): string {
  return new RegExp(`(?:^|\\s)${name}\\s*=\\s*["']([^"']*)["']`).exec(attributes)?.[1] ?? "";
}

/** Text without entities; undefined where a sign or an entity has no place in XML. */
function plainText(xml: string): string | undefined {
  if (/&(?!(?:amp|lt|gt|quot|apos|#\d{1,7}|#x[\da-f]{1,6});)/i.test(xml)) return undefined;
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(xml)) return undefined;
  return xml.replace(/&(?:#x([\da-f]+)|#(\d+)|(\w+));/gi, (_, hex?: string, decimal?: string, name?: string) =>
    name ? (entities[name] ?? "") : String.fromCodePoint(Number.parseInt(hex ?? decimal ?? "32", hex ? 16 : 10)),
  );
}

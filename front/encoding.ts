export type Encoding = "br" | "gzip";

/** The encoding to answer with, by Accept-Encoding (RFC 9110 12.5.3): the better weight wins, brotli on a tie. */
export function preferredEncoding(
  accept: string | null | undefined,
  offered: readonly Encoding[],
): Encoding | undefined {
  if (!accept) return undefined;
  const weights = new Map<string, number>();
  for (const part of accept.toLowerCase().split(",").slice(0, 20)) {
    const [name = "", ...parameters] = part.split(";").map((piece) => piece.trim());
    const q = parameters.find((parameter) => parameter.startsWith("q="));
    weights.set(name, q === undefined ? 1 : Number(q.slice(2)) || 0);
  }
  let best: Encoding | undefined;
  let most = 0;
  for (const name of offered) {
    const weight = weights.get(name) ?? (name === "gzip" ? weights.get("x-gzip") : undefined) ?? weights.get("*") ?? 0;
    if (weight > most) {
      best = name;
      most = weight;
    }
  }
  return best;
}

const texts =
  /^(text\/(?!event-stream)|application\/(json|javascript|xml|manifest\+json|[a-z.-]+\+(json|xml))|image\/svg\+xml)/;

/** Is it worth compressing? Turbo-stream answers of Remix are text/x-script. */
export function isText(contentType: string | null): boolean {
  return contentType !== null && texts.test(contentType);
}

export function addVary(headers: Headers): void {
  const vary = headers.get("vary");
  if (vary === null) headers.set("vary", "Accept-Encoding");
  else if (vary !== "*" && !/\baccept-encoding\b/i.test(vary)) headers.set("vary", `${vary}, Accept-Encoding`);
}

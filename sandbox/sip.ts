/** SIP messages (RFC 3261), as far as a registrar and a stateless proxy over websockets need them: one in each frame. */
export type SipMessage = {
  /** The first line. */
  line: string;
  headers: [name: string, value: string][];
  body: string;
};

const longNames: Readonly<Record<string, string>> = {
  ...{ v: "via", f: "from", t: "to", m: "contact", i: "call-id", l: "content-length", c: "content-type" },
};

/** The message in a frame; undefined when it is none. */
export function parseSip(text: string): SipMessage | undefined {
  const end = text.indexOf("\r\n\r\n");
  if (end < 0) return undefined;
  const [line = "", ...lines] = text
    .slice(0, end)
    .replace(/\r\n[ \t]+/g, " ")
    .split("\r\n");
  if (!/^(?:SIP\/2\.0 \d{3} |[A-Z]+ \S+ SIP\/2\.0$)/.test(line)) return undefined;
  const headers: SipMessage["headers"] = [];
  for (const each of lines) {
    const colon = each.indexOf(":");
    if (colon < 1) return undefined;
    const name = each.slice(0, colon).trim();
    headers.push([longNames[name.toLowerCase()] ?? name, each.slice(colon + 1).trim()]);
  }
  const message = { line, headers, body: text.slice(end + 4) };
  return ["via", "from", "to", "call-id", "cseq"].every((name) => sipHeader(message, name)) ? message : undefined;
}

export function formatSip({ line, headers, body }: SipMessage): string {
  return [line, ...headers.map(([name, value]) => `${name}: ${value}`), "", body].join("\r\n");
}

/** The first header of a name. */
export function sipHeader({ headers }: Pick<SipMessage, "headers">, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1];
}

export function isRequest({ line }: SipMessage): boolean {
  return line.endsWith(" SIP/2.0");
}

export function sipMethod({ line }: SipMessage): string {
  return line.split(" ")[0] ?? "";
}

/** Whom a request is for. */
export function requestUri({ line }: SipMessage): string {
  return line.split(" ")[1] ?? "";
}

/** "1001" of `"Kevin" <sip:1001@pbx.test>;tag=x`. */
export function sipUser(address: string): string {
  const user = /sips?:([^@;>\s]+)@/i.exec(address)?.[1] ?? "";
  try {
    return decodeURIComponent(user);
  } catch {
    return "";
  }
}

export function hasTag(address: string): boolean {
  return /;\s*tag=/i.test(address.replace(/<[^>]*>/, ""));
}

/** A parameter of a Via, such as its branch. */
export function viaParameter(via: string, name: string): string | undefined {
  return new RegExp(`;\\s*${name}=([^;,\\s]+)`, "i").exec(via)?.[1];
}

const reasons: Readonly<Record<number, string>> = {
  ...{ 100: "Trying", 200: "OK", 400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found" },
  ...{ 480: "Temporarily Unavailable", 481: "Call/Transaction Does Not Exist", 483: "Too Many Hops" },
};

/** Our own answer to a request (RFC 3261 8.2.6.2). */
export function answerTo(request: SipMessage, status: number, more: SipMessage["headers"] = []): SipMessage {
  const kept = request.headers.filter(([name]) => ["via", "from", "call-id", "cseq"].includes(name.toLowerCase()));
  const to = sipHeader(request, "to") ?? "";
  const tagged = status === 100 || hasTag(to) ? to : `${to};tag=pbx${status}`;
  return {
    line: `SIP/2.0 ${status} ${reasons[status] ?? "Answer"}`,
    headers: [...kept, ["To", tagged], ...more, ["Content-Length", "0"]],
    body: "",
  };
}

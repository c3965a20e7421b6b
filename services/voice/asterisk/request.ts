import { fetchOutside, type OutsidePolicy } from "../../kit/outside";

/** How Asterisk's REST interface is reached. */
export type AriAddress = {
  /** Such as http://127.0.0.1:8088/ari */
  url: string;
  user: string;
  password: string;
  /** The name of the Stasis application. */
  app: string;
};

/** Asterisk refused, or did not answer (status 0). */
export class AriError extends Error {
  override name = "AriError";
  readonly status: number;
  constructor(status: number, message: string, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
  }
}

export type AriRequest = {
  query?: Record<string, string>;
  /** Sent as JSON. */
  body?: unknown;
};

export type AriMethod = "GET" | "POST" | "DELETE";
/** Asks Asterisk; answers the bytes of its answer. @throws AriError */
export type AskAri = (method: AriMethod, path: string, request?: AriRequest) => Promise<Uint8Array<ArrayBuffer>>;

/** The operator names Asterisk's address, which may well be a closed one. A message of three minutes has 18 MB at most. */
const policy: OutsidePolicy = { allow: () => true, seconds: 10, bytes: 20_000_000 };

export function ariRequests({ url, user, password }: AriAddress): AskAri {
  const authorization = basicAuthorization(user, password);
  return async (method, path, { query = {}, body } = {}) => {
    const address = new URL(`${url.replace(/\/$/, "")}${path}`);
    for (const [name, value] of Object.entries(query)) address.searchParams.set(name, value);
    const headers = { authorization, ...(body === undefined ? {} : { "content-type": "application/json" }) };
    const content = body === undefined ? {} : { body: JSON.stringify(body) };
    const what = `${method} ${path}`;
    try {
      const answer = await fetchOutside(address, { method, headers, redirect: "manual", ...content }, policy);
      const read = new Uint8Array(await answer.arrayBuffer());
      if (!answer.ok) throw new AriError(answer.status, `Asterisk answered ${answer.status} to ${what}: ${said(read)}`);
      return read;
    } catch (error) {
      if (error instanceof AriError) throw error;
      throw new AriError(0, `Asterisk did not answer ${what}`, { cause: error });
    }
  };
}

export function basicAuthorization(user: string, password: string): string {
  return `Basic ${Buffer.from(`${user}:${password}`).toString("base64")}`;
}

/** What is asked for is not there (any more). */
export function isGone(error: unknown): boolean {
  return error instanceof AriError && error.status === 404;
}

/** An answer of JSON. @throws SyntaxError */
export function readJson(bytes: Uint8Array): unknown {
  return JSON.parse(Buffer.from(bytes).toString("utf8"));
}

/** The words of an error's body, {"message": "..."} or {"error": "..."}. */
function said(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("utf8").slice(0, 200);
  return /"(?:message|error)"\s*:\s*"([^"]*)"/.exec(text)?.[1] ?? text;
}

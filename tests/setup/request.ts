import { Agent, type IncomingMessage, request } from "node:http";

export type RequestOptions = { method?: string; headers?: Record<string, string>; body?: string | URLSearchParams };
/** The parts of a `Response` that tests read. The whole body is here already. */
export type Answer = {
  ok: boolean;
  status: number;
  headers: Headers;
  text(): Promise<string>;
  json(): Promise<unknown>;
};

/** One for each process: its connections are kept and used again, as `fetch` does. */
const agent = new Agent({ keepAlive: true });

/**
 * Sends one request over HTTP and follows no redirect. `fetch` took 0.4 to 0.7 ms of processor time for a request where
 * this takes 0.1: tests that send thousands to an application use this one.
 */
export async function sendRequest(
  address: string,
  { method = "GET", headers = {}, body }: RequestOptions = {},
): Promise<Answer> {
  const content = body === undefined ? undefined : Buffer.from(body.toString());
  const type = body instanceof URLSearchParams ? { "content-type": "application/x-www-form-urlencoded" } : {};
  const length = content === undefined && method === "GET" ? {} : { "content-length": content?.byteLength ?? 0 };
  const all = { accept: "*/*", "sec-fetch-mode": "cors", ...type, ...headers, ...length };
  const parts: Buffer[] = [];
  const { statusCode: status = 0, rawHeaders } = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(address, { method, headers: all, agent }, (answer) => {
      answer.on("data", (part: Buffer) => parts.push(part)).on("error", reject);
      answer.on("end", () => resolve(answer));
    });
    sent.on("error", reject).end(content);
  });
  const whole = Buffer.concat(parts);
  let given: Headers | undefined;
  return {
    ...{ ok: status >= 200 && status < 300, status },
    get headers() {
      given ??= headersFrom(rawHeaders);
      return given;
    },
    text: async () => whole.toString(),
    json: async () => JSON.parse(whole.toString()),
  };
}

/** The lines of a head: name, value, name, value. */
function headersFrom(lines: readonly string[]): Headers {
  const headers = new Headers();
  for (let at = 0; at + 1 < lines.length; at += 2) headers.append(lines[at] ?? "", lines[at + 1] ?? "");
  return headers;
}

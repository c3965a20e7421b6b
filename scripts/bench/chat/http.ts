import { Agent, request } from "node:http";

/** Connections are kept; streams have their own. */
const kept = new Agent({ keepAlive: true, maxSockets: 256 });

export type Answer = { status: number; body: Record<string, unknown> };

/** A call with a JSON answer, by node's own client: a load generator must be lighter than what it loads. */
export function call(
  url: string,
  given: { method?: string; headers?: Record<string, string>; body?: object } = {},
): Promise<Answer> {
  const { method = "GET", headers = {}, body } = given;
  const text = body === undefined ? undefined : JSON.stringify(body);
  const about =
    text === undefined ? {} : { "content-type": "application/json", "content-length": Buffer.byteLength(text) };
  return new Promise((resolve, reject) => {
    const asked = request(url, { method, agent: kept, headers: { ...headers, ...about } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on("data", (chunk: Buffer) => chunks.push(chunk));
      answer.on("error", reject);
      answer.on("end", () => {
        const said = Buffer.concat(chunks).toString();
        try {
          resolve({ status: answer.statusCode ?? 0, body: said === "" ? {} : (JSON.parse(said) as Answer["body"]) });
        } catch {
          reject(new Error(`${url} answered ${answer.statusCode}: ${said.slice(0, 200)}`));
        }
      });
    });
    // The server may close a kept connection while it is taken: as browsers do, ask again on another.
    asked.on("error", (error: NodeJS.ErrnoException) =>
      asked.reusedSocket && error.code === "ECONNRESET" ? call(url, given).then(resolve, reject) : reject(error),
    );
    asked.end(text);
  });
}

/** The same, when anything but success would spoil the measurement. @throws Error with what was answered */
export async function must(...given: Parameters<typeof call>): Promise<Answer["body"]> {
  const { status, body } = await call(...given);
  if (status >= 300) throw new Error(`${given[0]} answered ${status}: ${JSON.stringify(body).slice(0, 300)}`);
  return body;
}

/** Server-sent events as a browser reads them. Answers how to close. */
export function events(
  url: string,
  headers: Record<string, string>,
  heard: { opened(): void; event(kind: string, data: string, id: string): void; ended(why: string): void },
): () => void {
  const asked = request(url, { agent: false, headers: { ...headers, accept: "text/event-stream" } }, (answer) => {
    if (answer.statusCode !== 200) {
      answer.resume();
      heard.ended(`answered ${answer.statusCode}`);
      return;
    }
    heard.opened();
    let rest = "";
    answer.setEncoding("utf8");
    answer.on("data", (chunk: string) => {
      const frames = (rest + chunk).split("\n\n");
      rest = frames.pop() ?? "";
      for (const frame of frames) {
        const of = (name: string) => new RegExp(`^${name}: ?(.*)$`, "m").exec(frame)?.[1] ?? "";
        const kind = of("event");
        if (kind !== "") heard.event(kind, of("data"), of("id"));
      }
    });
    answer.on("close", () => heard.ended("closed"));
  });
  asked.on("error", (error) => heard.ended(error.message));
  asked.end();
  return () => asked.destroy();
}

/** Does a piece of work for each, some at a time. */
export async function forEach<T>(items: readonly T[], atOnce: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next);
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}

import { type Answer, type Call, type Calls, type Contract, type Input, type Problem, problem } from "./contract";
import type { ServedCalls } from "./serve";

export type Client<C extends Calls> = { [K in keyof C]: (input?: Input<C[K]>) => Promise<Answer<C[K]>> };

/** What a client carries for its caller: the bearer token and the request id that travels along. */
export type CallerHeaders = { token: string; requestId: string; address: string; agent?: string };

/** A service in this process: no HTTP, the same validation. */
export function inProcess<C extends Calls>(served: ServedCalls<C>, caller: CallerHeaders): Client<C> {
  return each(served.contract, (name, input) => served.call(name, input as Input<C[typeof name]>, caller));
}

/** Reads wait this long, in milliseconds, and are tried once more; writes are never repeated (Q180). */
const timeoutMs = 15_000;

/** A service at a base URL. */
export function remote<C extends Calls>(
  contract: Contract<C>,
  base: string,
  caller: CallerHeaders,
  count?: (service: string, call: string, status: number, seconds: number) => void,
): Client<C> {
  return each(contract, async (name, input) => {
    const call = contract.calls[name] as Call;
    const began = performance.now();
    const again = call.method === "GET" && !call.writes;
    const answer = await send(call, base, input ?? {}, caller).catch(async (error: unknown) => {
      if (again && !isTimeout(error)) return send(call, base, input ?? {}, caller).catch(unreachable);
      return unreachable();
    });
    count?.(contract.service, name, answer.status, (performance.now() - began) / 1000);
    return answer as Answer<C[typeof name]>;
  });
}

type Loose = {
  params?: Record<string, unknown>;
  query?: Record<string, unknown>;
  body?: unknown;
  stream?: { body: ReadableStream<Uint8Array>; type: string };
};

async function send(
  call: Call,
  base: string,
  input: Loose,
  caller: CallerHeaders,
): Promise<{ status: number; body: unknown }> {
  const path = call.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(input.params?.[name] ?? "")),
  );
  const url = new URL(`${base.replace(/\/+$/, "")}/${path.replace(/^\/+/, "")}`);
  for (const [name, value] of Object.entries(input.query ?? {}))
    if (value !== undefined && value !== null && value !== "") url.searchParams.set(name, String(value));
  const headers: Record<string, string> = { accept: "application/json", "x-request-id": caller.requestId };
  if (caller.agent) headers["user-agent"] = caller.agent;
  if (caller.token) headers.authorization = `Bearer ${caller.token}`;
  const init: RequestInit & { duplex?: "half" } = {
    method: call.method,
    headers,
    signal: AbortSignal.timeout(timeoutMs),
  };
  if (input.stream) {
    headers["content-type"] = input.stream.type;
    init.body = input.stream.body;
    init.duplex = "half";
  } else if (call.body) {
    headers["content-type"] = call.form ? "application/x-www-form-urlencoded" : "application/json";
    init.body = call.form
      ? new URLSearchParams(input.body as Record<string, string>)
      : JSON.stringify(input.body ?? {});
  }
  const response = await fetch(url, init);
  const body = (await response.json().catch(() => undefined)) as unknown;
  const shape = call.answers[response.status];
  if (shape) {
    const parsed = shape.safeParse(body);
    if (parsed.success) return { status: response.status, body: parsed.data };
    return problem(503, "The service answered in a way we don't understand.");
  }
  return { status: response.status >= 400 ? response.status : 503, body: asProblem(response.status, body) };
}

function asProblem(status: number, body: unknown): Problem {
  const found = body as Partial<Problem> | undefined;
  const message = typeof found?.message === "string" ? found.message : "The service refused without a reason.";
  return found?.errors ? { status, message, errors: found.errors } : { status, message };
}

function unreachable() {
  return problem(503, "The service can't be reached right now. Nothing was changed; try again in a moment.");
}

function isTimeout(error: unknown): boolean {
  return error instanceof Error && error.name === "TimeoutError";
}

/** A method for each call; made when it is asked for, because a page asks for three of sixty. */
function each<C extends Calls>(
  contract: Contract<C>,
  make: (name: keyof C & string, input: Loose | undefined) => Promise<unknown>,
): Client<C> {
  return new Proxy(contract.calls as object, {
    get: (calls, name) =>
      typeof name === "string" && Object.hasOwn(calls, name) ? (input?: Loose) => make(name, input) : undefined,
  }) as Client<C>;
}

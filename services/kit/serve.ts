import type { z } from "zod";
import { suspendedWords } from "../../rules/suspension";
import { matcher, pathSegments } from "./call-paths";
import {
  type Answer,
  type Call,
  type Calls,
  type Contract,
  fieldErrors,
  type Input,
  type Problem,
  problem,
  type RawBody,
  type RefusalStatus,
  refusals,
  type Valid,
} from "./contract";
import { cursorSealer, pagedCall } from "./cursors";
import { isCollision } from "./database";
import { keyLimiter } from "./key-limits";
import {
  closedToDelegates,
  type Introspect,
  isInScope,
  isService,
  missing,
  type Person,
  type Principal,
  readServiceToken,
  type Service,
  stopsWhileSuspended,
} from "./principal";
import { readBody, UnreadableBody } from "./read-body";
import { storableValue, unstorable } from "./texts";

/** What a handler knows besides its input. `account` is the only source of the tenant. */
export type CallContext<C extends Call = Call> = {
  account: string;
  who: C extends { internal: true } ? Service : C extends { public: true } ? undefined : Person;
  token: string;
  requestId: string;
  address: string;
  /** The program that asks, in its own words: a browser's for a page. */
  agent?: string;
  /** The header `Idempotency-Key`: the same one again is the same request. */
  idempotencyKey?: string;
};

export type Handlers<C extends Calls> = {
  [K in keyof C]: (input: Valid<C[K]>, context: CallContext<C[K]>) => Promise<Answer<C[K]>>;
};

/** The caller as the transport knows it. */
export type Caller = Pick<CallContext, "token" | "requestId" | "address" | "agent" | "idempotencyKey"> & {
  /** Takes the headers that the answer is to have. */
  headers?: Record<string, string>;
};

export type ServedCalls<C extends Calls = Calls> = {
  contract: Contract<C>;
  /** The in-process door: same checks, same answers, no HTTP. */
  call<K extends keyof C & string>(name: K, input: Input<C[K]>, caller: Caller): Promise<Answer<C[K]>>;
  /** The HTTP door, mounted at /api/<service>. */
  fetch(request: Request, caller: Omit<Caller, "token">): Promise<Response>;
};

/** What every service of one process shares. */
export type ServeOptions = {
  introspect: Introspect;
  serviceSecret: string;
  log: { error(fields: object, message: string): void };
  count?(service: string, call: string, status: number, seconds: number): void;
};

type Loose = { params?: unknown; query?: unknown; body?: unknown; stream?: RawBody };
type LooseAnswer = { status: number; body: unknown };

/** Binds handlers to a contract: authentication, permission, validation and the answer's shape are the kit's. */
export function serve<const C extends Calls>(
  contract: Contract<C>,
  handlers: Handlers<C>,
  options: ServeOptions,
): ServedCalls<C> {
  async function answer(name: string, input: Loose, caller: Caller): Promise<LooseAnswer> {
    const call = contract.calls[name] as Call;
    const began = performance.now();
    const result = await decide(name, call, input, caller).catch((error: unknown): LooseAnswer => {
      if (error instanceof HttpError) return problem(error.status, error.message, error.errors);
      options.log.error(
        { err: error, service: contract.service, call: name, requestId: caller.requestId },
        "call failed",
      );
      if (isCollision(error))
        return problem(
          409,
          "Someone changed this at the same moment. Your change was not saved. Check it, then try again.",
        );
      const away = isUnavailable(error);
      return away
        ? problem(503, "The service can't be reached right now. Nothing was changed; try again in a moment.")
        : problem(500, "Sorry, something happened your request could not be completed, try again later");
    });
    options.count?.(contract.service, name, result.status, (performance.now() - began) / 1000);
    return result;
  }

  const cursors = cursorSealer(options.serviceSecret);
  const paged = new Map(
    Object.entries(contract.calls).map(([name, call]) => [
      name,
      pagedCall(call, `${contract.service}.${name}`, cursors),
    ]),
  );

  async function decide(name: string, call: Call, input: Loose, caller: Caller): Promise<LooseAnswer> {
    const who = call.public ? undefined : await admit(call, caller);
    const account = who?.customer_account ?? "";
    const valid = { ...validate(call, input, who), stream: input.stream };
    const handler = handlers[name] as (input: unknown, asked: unknown) => Promise<LooseAnswer>;
    const { opened, sealed } = paged.get(name) as ReturnType<typeof pagedCall>;
    const given = await handler(
      { ...valid, query: opened(valid.query, account, valid.params) },
      {
        account,
        who,
        token: caller.token,
        requestId: caller.requestId,
        address: caller.address,
        ...(caller.agent ? { agent: caller.agent } : {}),
        ...(caller.idempotencyKey ? { idempotencyKey: caller.idempotencyKey } : {}),
      },
    );
    const shape = call.answers[given.status];
    if (shape) return { status: given.status, body: sealed(shape.parse(given.body), account, valid.params) };
    if (refusals.includes(given.status as RefusalStatus)) return given;
    throw new Error(`${contract.service}.${name} answered ${given.status}, which is not documented`);
  }

  const takeFromKey = keyLimiter();

  async function admit(call: Call, { token, requestId, agent, headers }: Caller): Promise<Principal> {
    const service = readServiceToken(options.serviceSecret, token);
    if (service) return service;
    const person = token ? await options.introspect(token, requestId, agent) : undefined;
    if (!person) throw new HttpError(401, "Please sign in.");
    if (call.internal) throw new HttpError(403, "This call is for services only.");
    if (person.api_key) {
      const waits = takeFromKey(person, headers);
      if (waits) throw new HttpError(429, `This API key makes too many requests. Wait ${waits} s.`);
      if (!isInScope(call, person.api_key.scopes)) throw new HttpError(403, "This API key may not make this call.");
    }
    const lacks = call.needs && missing(person, person.api_key ? { products: call.needs.products ?? [] } : call.needs);
    if (lacks?.platform) throw new HttpError(403, "This is for the people who run the platform.");
    if (lacks?.products) throw new HttpError(403, `Your account does not have ${lacks.products.join(" or ")}.`);
    if (lacks?.permissions) throw new HttpError(403, `You need the permission ${lacks.permissions.join(" or ")}.`);
    if (person.delegation && closedToDelegates(call))
      throw new HttpError(403, "Only the account's own people can do this, not their reseller.");
    if (typeof person.suspended === "string" && stopsWhileSuspended(call))
      throw new HttpError(403, suspendedWords(person.suspended));
    return person;
  }

  const routes = Object.entries(contract.calls).map(([name, call]) => ({ name, call, match: matcher(call.path) }));

  async function fetch(request: Request, caller: Omit<Caller, "token">): Promise<Response> {
    const url = new URL(request.url);
    const segments = pathSegments(url.pathname.replace(/^\/api\/[^/]+/, ""));
    const found = routes.flatMap((route) => {
      const params = route.match(segments);
      return params ? [{ ...route, params }] : [];
    });
    if (found.length === 0) return reply(problem(404, "There is no such call."));
    const route = found.find(({ call }) => call.method === request.method);
    if (!route) {
      const allow = [...new Set(found.map(({ call }) => call.method))].join(", ");
      return reply(problem(405, `Use ${allow}.`), { allow });
    }
    const token = request.headers.get("authorization")?.match(/^Bearer ([\w.~+/=-]{1,512})$/i)?.[1] ?? "";
    const input: Loose = { params: route.params, query: queryOf(url) };
    if (route.call.raw) {
      const type = request.headers.get("content-type") ?? "";
      if (!request.body) return reply(problem(400, "The request has no body."));
      input.stream = { body: request.body, type };
    } else if (route.call.body) {
      const body = await readBody(request, route.call);
      if (body instanceof UnreadableBody) return reply(problem(body.status, body.message));
      input.body = body;
    }
    const agent = request.headers.get("user-agent") ?? "";
    const idempotencyKey = request.headers.get("idempotency-key") ?? "";
    const headers: Record<string, string> = {};
    return reply(await answer(route.name, input, { agent, idempotencyKey, ...caller, token, headers }), headers);
  }

  const call = (name: string, input: Loose | undefined, caller: Caller) => answer(name, input ?? {}, caller);
  return { contract, fetch, call: call as ServedCalls<C>["call"] };
}

/** A refusal thrown from inside a handler's transaction, so that the transaction is rolled back. */
export class HttpError extends Error {
  constructor(
    readonly status: RefusalStatus,
    message: string,
    readonly errors?: Problem["errors"],
  ) {
    super(message);
  }
}

/**
 * The value, when all its texts can be kept. What customers wrote and networks sent is cleaned, a person of ours is told.
 * @throws HttpError 422
 */
export function storableFor(given: unknown, { clean }: { clean: boolean }): unknown {
  const value = clean ? storableValue(given) : given;
  const wrong = unstorable(value);
  if (wrong) throw new HttpError(422, Object.values(wrong).flat()[0] ?? "", wrong);
  return value;
}

function validate(call: Call, input: Loose, who: Principal | undefined) {
  const errors: Record<string, string[]> = Object.create(null);
  const read = (shape: z.ZodType | undefined, value: unknown) => {
    if (!shape) return undefined;
    // What services hand on was written by customers.
    const parsed = shape.safeParse(storableFor(value, { clean: isService(who) }));
    if (!parsed.success) Object.assign(errors, fieldErrors(parsed.error));
    return parsed.data;
  };
  const params = call.params?.safeParse(input.params);
  if ((params && !params.success) || unstorable(input.params)) throw new HttpError(404, "There is no such record.");
  const valid = { params: params?.data, query: read(call.query, input.query ?? {}), body: read(call.body, input.body) };
  if (Object.keys(errors).length > 0) throw new HttpError(422, "Please correct the marked fields.", errors);
  return valid;
}

function queryOf(url: URL): Record<string, string> {
  return Object.fromEntries(url.searchParams);
}

function isUnavailable(error: unknown): boolean {
  const code = (error as { code?: string } | null)?.code ?? "";
  return /^(ECONN|ENOENT|EPIPE|57P|08|53)/.test(code) || /timeout exceeded when trying to connect/.test(String(error));
}

function reply(answer: LooseAnswer, headers: Record<string, string> = {}): Response {
  return new Response(JSON.stringify(answer.body), {
    status: answer.status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      ...(answer.status === 429 || answer.status === 503 ? { "retry-after": "30" } : {}),
      ...headers,
    },
  });
}

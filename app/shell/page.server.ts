import { type ActionFunctionArgs, data, type LoaderFunctionArgs, redirect } from "@remix-run/node";
import type { z } from "zod";
import type { Problem } from "../../services/kit/contract";
import type { ServiceClients } from "../../services/modules";
import { isChatAgent, missingAccess, type Viewer } from "../access";
import { href } from "../href";
import { type Path, routeFor } from "../sitemap";
import { type FromServer, requestContext, type Settings } from "./context.server";
import { delegationOver } from "./delegation.server";
import { withRecord } from "./missing.server";
import { type FormOptions, type Refusal, type Submitted, submit } from "./post.server";
import { noticeCookie, readDelegation, readToken, type SessionNotice } from "./session.server";

/** What a loader or action gets once it was admitted. */
export type Admitted<P extends Path> = {
  viewer: Viewer;
  api: ServiceClients;
  params: Record<ParamNames<P>, string>;
  url: URL;
  request: Request;
  from: FromServer;
};
type ParamNames<P extends string> = P extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamNames<`/${Rest}`>
  : P extends `${string}:${infer Name}.${string}`
    ? Name
    : P extends `${string}:${infer Name}`
      ? Name
      : never;

/** Loaders of one request run side by side: the person is asked for once. */
const viewers = new WeakMap<object, Promise<Viewer | undefined>>();

/** The signed-in person behind the cookie, or nothing. Throws the error page when identity can't be reached. */
export async function findViewer(args: LoaderFunctionArgs): Promise<Viewer | undefined> {
  const key = args.context;
  const known = viewers.get(key) ?? find(args);
  viewers.set(key, known);
  return known;
}

const tokens = new WeakMap<object, Promise<string>>();

/** The token of this request's cookies, their signatures checked once for all loaders: of a child account before one's own. */
export function readSessionToken({ request, context }: LoaderFunctionArgs): Promise<string> {
  const known = tokens.get(context) ?? chosenToken(request, requestContext(context).settings);
  tokens.set(context, known);
  return known;
}

async function chosenToken(request: Request, settings: Settings): Promise<string> {
  const own = await readToken(request, settings);
  return (own && (await readDelegation(request, settings))?.token) || own;
}

async function find(args: LoaderFunctionArgs): Promise<Viewer | undefined> {
  const from = requestContext(args.context);
  const token = await readSessionToken(args);
  if (!token) return undefined;
  const answer = await from.clientsFor(carriedOf(from, token)).identity.details();
  if (answer.status === 200) {
    const { user } = answer.body;
    return { ...user, chatAgent: isChatAgent(user) };
  }
  if (answer.status === 401) {
    const over = await delegationOver(args);
    if (over) throw over;
    return undefined;
  }
  throw new Response(answer.body.message, { status: 503 });
}

/** What travels with every question: whose it is, and from which address and browser. */
function carriedOf({ requestId, address, agent }: FromServer, token: string) {
  return { token, requestId, address, ...(agent ? { agent } : {}) };
}

/** Upstream clients that carry the person's token; a session that ended on the way leads to the sign-in page. */
async function askFor(args: LoaderFunctionArgs): Promise<ServiceClients> {
  const from = requestContext(args.context);
  const token = await readSessionToken(args);
  const services = from.clientsFor(carriedOf(from, token));
  return Object.fromEntries(
    Object.entries(services).map(([service, calls]) => [
      service,
      new Proxy(calls, {
        get(target, name: string) {
          const call = target[name as keyof typeof target] as unknown as (
            input: unknown,
          ) => Promise<{ status: number }>;
          return async (input: unknown) => {
            const answer = await call(input);
            if (answer.status === 401) throw (await delegationOver(args)) ?? signInFirst(args.request);
            return answer;
          };
        },
      }),
    ]),
  ) as ServiceClients;
}

/** To the sign-in page, and back here afterwards (R030). */
export function signInFirst(request: Request): Response {
  const url = new URL(request.url);
  const asked = request.method === "GET" ? `${url.pathname.replace(/\.data$/, "")}${withoutInternal(url)}` : "/";
  return redirect(asked === "/" ? href("/login") : href("/login", undefined, { to: asked }));
}

function withoutInternal(url: URL): string {
  const query = new URLSearchParams(url.search);
  for (const name of ["_routes", "_data", "index"]) query.delete(name);
  return query.size > 0 ? `?${query}` : "";
}

async function admit<P extends Path>(path: P, args: LoaderFunctionArgs): Promise<Admitted<P>> {
  const viewer = await findViewer(args);
  if (!viewer) throw signInFirst(args.request);
  if (viewer.delegation && path.startsWith("/reseller") && path !== "/reseller/delegation")
    throw redirect(href("/reseller/delegation"));
  if (missingAccess(viewer, routeFor(path))) throw redirect(href("/notAllowed", undefined, { page: path }));
  return {
    viewer,
    api: await askFor(args),
    params: args.params as Record<ParamNames<P>, string>,
    url: new URL(args.request.url),
    request: args.request,
    from: requestContext(args.context),
  };
}

/** A loader behind the admission: guests go to sign in, who may not goes to /notAllowed. */
export function page<P extends Path, T>(path: P, load: (given: Admitted<P>) => Promise<T>) {
  return async (args: LoaderFunctionArgs): Promise<T> => {
    const admitted = await admit(path, args);
    return knowing(path, admitted, () => load(admitted));
  };
}

/**
 * An action behind the admission that reads its request itself. It is for webhooks, downloads and the JSON that parts of
 * a page ask for; a form is an `act`. `tests/architecture/forms.test.ts` lists the routes that may use it.
 */
export function receive<P extends Path, T>(path: P, work: (given: Admitted<P>) => Promise<T>) {
  return async (args: ActionFunctionArgs): Promise<T> => {
    const admitted = await admit(path, args);
    return withNotices(admitted, () => knowing(path, admitted, () => work(admitted)));
  };
}

/** A record that is not there is named on the page that says so. */
async function knowing<P extends Path, T>(path: P, { params, url, viewer }: Admitted<P>, work: () => Promise<T>) {
  try {
    return await work();
  } catch (thrown) {
    throw await withRecord(thrown, { path, params, url, viewer });
  }
}

/**
 * What an action changed is known to this process before the page is read anew: the page then says that it knows the
 * change, and the change, told live, does not have it read twice.
 */
async function withNotices<T>(
  { viewer, from }: Pick<Admitted<Path>, "viewer" | "from">,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } finally {
    await from.live?.caughtUp(viewer.customer_account);
  }
}

/** The form, parsed and valid, with the ways to refuse it that lose nothing of what was typed. */
export type FormRequest<P extends Path, S extends z.ZodType> = Admitted<P> &
  Pick<Submitted, "files" | "stream" | "refuse" | "stay"> & { value: z.output<S> };

/**
 * An action behind the admission with a form: what doesn't parse goes back with its errors (422), as a `RefusedPost`.
 * Several forms of one page are one shape: a discriminated union on `intent`.
 */
export function act<P extends Path, S extends z.ZodType, T>(
  path: P,
  shape: S,
  work: (given: FormRequest<P, S>) => Promise<T>,
  options: FormOptions = {},
): (args: ActionFunctionArgs) => Promise<T | Refusal> {
  return async (args) => {
    const admitted = await admit(path, args);
    return withNotices(admitted, () =>
      knowing(path, admitted, async () => {
        const { submission, ...form } = await submit(admitted, shape, options);
        if (submission.status !== "success" || form.fileProblem !== undefined) return form.refuse();
        return work({ ...admitted, ...form, value: submission.value });
      }),
    );
  };
}

/** Like `act`, in one's own account whatever child account one works in. */
export function actAtHome<P extends Path, S extends z.ZodType, T>(
  path: P,
  shape: S,
  work: (given: FormRequest<P, S>) => Promise<T>,
): (args: ActionFunctionArgs) => Promise<T | Refusal> {
  const inAccount = act(path, shape, work);
  return (args) => {
    tokens.set(args.context, readToken(args.request, requestContext(args.context).settings));
    return inAccount(args);
  };
}

/** Goes on to a page with a notice on it: redirect after post. */
export async function done(from: FromServer, to: string, message?: string, title = "Success"): Promise<Response> {
  if (!message) return redirect(to);
  const notice: SessionNotice = { level: "success", title, message };
  return redirect(to, { headers: { "set-cookie": await noticeCookie(from.settings).serialize(notice) } });
}

/** Goes on to a page with a Warning on it: for a post that has no page of its own. */
export async function warnThere(from: FromServer, to: string, message: string, title = "Warning"): Promise<Response> {
  const notice: SessionNotice = { level: "warning", title, message };
  return redirect(to, { headers: { "set-cookie": await noticeCookie(from.settings).serialize(notice) } });
}

/** Stays on the page with a Warning notice (422). */
export function warn(message: string, title = "Warning") {
  return data({ notice: { level: "warning" as const, title, message } }, { status: 422 });
}

/** The body of the answer that was hoped for; any other answer becomes its page (404, not allowed, error). */
export function expectStatus<A extends { status: number; body: unknown }, S extends A["status"]>(
  answer: A,
  status: S,
): Extract<A, { status: S }>["body"] {
  if (answer.status === status) return answer.body as Extract<A, { status: S }>["body"];
  const { message } = answer.body as Problem;
  if (answer.status === 403) throw redirect(href("/notAllowed", undefined, { why: message }));
  throw new Response(message, { status: answer.status === 404 ? 404 : answer.status >= 500 ? 503 : 400 });
}

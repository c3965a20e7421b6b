import { existsSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { createCookie } from "@remix-run/node";
import type { ActionFunctionArgs, LoaderFunctionArgs, ServerBuild } from "@remix-run/server-runtime";
import { describe, expect, test } from "vitest";
import { allRoutes, routeId } from "../../app/sitemap";
import { contracts as documented } from "../../services/contracts";
import type { Contract } from "../../services/kit/contract";

const file = join(import.meta.dirname, "../../build/server/index.js");
const build = existsSync(file) ? ((await import(pathToFileURL(file).href)) as ServerBuild) : undefined;

const settings = {
  sessionSecret: "a-secret-for-tests-that-is-long-enough",
  secure: false,
  clientId: "jibu-web",
  demo: false,
};
const nobody = {
  id: "9",
  name: "Brian Wekesa",
  email: "nobody@savanna.test",
  profile_url: "",
  customer_account: "100001",
  account_name: "Savanna Traders",
  time_zone: "Africa/Nairobi",
  user_group: "1",
  roles: [],
  permissions: [],
  products: [{ name: "SMS" }, { name: "Email" }],
  billing_customer_id: "b-100001",
};

/** A context whose upstream knows one token, and notes everything else that is asked. */
function contextWith(user: object | undefined) {
  const asked: string[] = [];
  const service = (name: string) =>
    new Proxy({} as Record<string, unknown>, {
      get: (_, call: string) => async () => {
        if (name === "identity" && call === "details")
          return user ? { status: 200, body: { user } } : { status: 401, body: { status: 401, message: "" } };
        asked.push(`${name}.${call}`);
        return { status: 200, body: 0 };
      },
    });
  const ask = () => ({
    identity: service("identity"),
    billing: service("billing"),
    messaging: service("messaging"),
    email: service("email"),
    uploads: service("uploads"),
    crm: service("crm"),
    survey: service("survey"),
    ticketing: service("ticketing"),
    chat: service("chat"),
    webchat: service("webchat"),
    social: service("social"),
    whatsapp: service("whatsapp"),
    voice: service("voice"),
  });
  return { asked, context: { clientsFor: ask, settings, requestId: "r", address: "", nonce: "" } };
}

async function run(work: (args: never) => unknown, path: string, method: string, user: object | undefined) {
  const { asked, context } = contextWith(user);
  const token = createCookie("auth._token.local", { secrets: [settings.sessionSecret] });
  const headers: Record<string, string> = user ? { cookie: await token.serialize("a-token") } : {};
  const body = method === "POST" ? new URLSearchParams({ intent: "x" }) : undefined;
  const request = new Request(`http://here.invalid${path.replace(/:\w+/g, "1")}`, {
    method,
    headers,
    ...(body ? { body } : {}),
  });
  const args = { request, params: { id: "1" }, context } as unknown as LoaderFunctionArgs & ActionFunctionArgs;
  const outcome: unknown = await Promise.resolve()
    .then(() => work(args as never))
    .catch((thrown: unknown) => thrown);
  return { asked, outcome };
}

const routes = Object.entries(build?.routes ?? {}).flatMap(([id, route]) => {
  const line = allRoutes.find((one) => routeId(one) === id);
  return [
    ...(route?.module.loader
      ? [{ id, line, kind: "loader" as const, work: route.module.loader as (args: never) => unknown }]
      : []),
    ...(route?.module.action
      ? [{ id, line, kind: "action" as const, work: route.module.action as (args: never) => unknown }]
      : []),
  ];
});

/** What a guest may run: the document's own facts, signing in and out, the theme, and the 404. */
const open = [
  ...["root", "login/index", "login/code", "login/link.$token", "logout/index", "theme/index", "shell/unknown"],
  ...["index", "signup", "verify-account", "company-details", "forgot-password", "password.$token"].map(
    (page) => `auth/${page}`,
  ),
  ...["auth/social.$provider", "auth/social.$provider.callback"],
  ...[
    "unsubscribe/index",
    "unsubscribe/$token",
    "quote/$token",
    "quote/$token.file",
    "salesfeed/index",
    "salesfeed/$token",
    "calendar/index",
    "calendar/$token",
    "l/index",
    "l/$code",
    "mail/open.$token",
    "mail/click.$token.$link",
    "respond/$link",
    "respond/$link.$session",
  ],
];

test("the built application is there and has routes", () => {
  expect(routes.length).toBeGreaterThan(40);
});

describe.each(routes.filter(({ id }) => !open.includes(id)))("$kind of $id", ({ work, kind, line }) => {
  const path = line?.path ?? "/dashboard";
  const method = kind === "loader" ? "GET" : "POST";

  test("sends a guest to sign in and asks nothing upstream", async () => {
    const { outcome, asked } = await run(work, path, method, undefined);
    expect(outcome).toBeInstanceOf(Response);
    const response = outcome as Response;
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toMatch(/^\/login(\?|$)/);
    expect(asked).toEqual([]);
  });

  // A list of no permissions is open to everybody with the product (R043), which this person has.
  if (line !== undefined && !line.public && line.permissions?.length !== 0)
    test("sends someone with nothing to /notAllowed and asks nothing upstream", async () => {
      const { outcome, asked } = await run(work, path, method, nobody);
      expect(outcome).toBeInstanceOf(Response);
      const response = outcome as Response;
      expect(response.status).toBe(302);
      expect(response.headers.get("location")).toMatch(/^\/notAllowed/);
      expect(asked).toEqual([]);
    });
});

/** What each service declares as writing, whatever its method says. */
const contracts: Record<string, Contract> = documented;
const owner = { ...nobody, roles: [{ name: "Owner" }] };

describe("a link changes nothing", () => {
  const loaders = routes.filter(({ kind, line }) => kind === "loader" && line !== undefined && !line.guest);

  test.each(loaders.map(({ id, line, work }) => [id, line?.path ?? "/", work] as const))(
    "the loader of %s calls nothing that writes",
    async (_, path, work) => {
      const { asked } = await run(work, path, "GET", owner);
      const writing = asked.filter((call) => {
        const [service = "", name = ""] = call.split(".");
        return contracts[service]?.calls[name]?.writes;
      });
      expect(writing).toEqual([]);
    },
  );
});

import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { tokenCookie } from "../../app/shell/session.server";
import { documentDoor } from "../../front/document";
import type { GateEnv } from "../../front/proxies";
import { person } from "../setup/people";

const settings = { sessionSecret: "a-secret-for-tests-that-is-long-enough", secure: false, clientId: "jibu-web" };

function served(demo: boolean) {
  const pages = { ...settings, demo };
  const app = new Hono<GateEnv>();
  app.get(
    "/api/openapi.json",
    documentDoor({ pages, introspect: async (token) => (token === "known" ? person() : undefined) }),
  );
  return async (headers: Record<string, string> = {}) => {
    const response = await app.request("/api/openapi.json", { headers });
    return [response.status, (await response.text()).includes('"openapi":"3.1')];
  };
}
const cookieOf = (token: string) => tokenCookie({ ...settings, demo: false }).serialize(token);

describe("the document of all calls", () => {
  it("is everyone's in the demo", async () => {
    expect(await served(true)()).toEqual([200, true]);
  });

  it("is for whoever is signed in elsewhere, by bearer token or in the browser", async () => {
    const ask = served(false);
    expect(await ask({ authorization: "Bearer known" })).toEqual([200, true]);
    expect(await ask({ cookie: await cookieOf("known") })).toEqual([200, true]);
    expect(await ask()).toEqual([401, false]);
    expect(await ask({ authorization: "Bearer unknown" })).toEqual([401, false]);
    expect(await ask({ cookie: await cookieOf("unknown") })).toEqual([401, false]);
    expect(await ask({ cookie: "auth._token.local=known" })).toEqual([401, false]);
  });
});

import type { Handler } from "hono";
import type { Settings } from "../app/shell/context.server";
import { readToken } from "../app/shell/session.server";
import type { Introspect } from "../services/kit/principal";
import { openapiDocument } from "../services/openapi";
import type { GateEnv } from "./proxies";

type DocumentDeps = { introspect: Introspect; pages: Settings };

/** GET /api/openapi.json: everybody's in the demo; else for whoever is signed in, by bearer token or in the browser. */
export function documentDoor({ introspect, pages }: DocumentDeps): Handler<GateEnv> {
  return async (c) => {
    const bearer = /^Bearer (\S{1,512})$/i.exec(c.req.header("authorization") ?? "")?.[1];
    const token = bearer ?? (await readToken(c.req.raw, pages));
    const open = pages.demo || (token && (await introspect(token, c.get("requestId"))) !== undefined);
    return open ? c.json(openapiDocument()) : c.json({ status: 401, message: "Please sign in." }, 401);
  };
}

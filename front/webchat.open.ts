import type { Hono } from "hono";
import type { Database } from "../services/kit/database";
import type { Hub } from "../services/kit/live";
import type { WebchatDeps } from "../services/webchat/deps";
import type { VisitLimits } from "../services/webchat/visits/limits";
import { openVisitors } from "../services/webchat/visits/open";
import type { GateEnv } from "./proxies";
import { webchatEndpoint } from "./webchat";
import { widgetFiles } from "./webchat.pages";

/** The visitors' door with all behind it. @param client the folder of the built files */
export function openWebchat(given: {
  database: Database;
  hub: Hub;
  webchat: { deps: WebchatDeps; limits: VisitLimits };
  client: string;
  log: { error(fields: object, message: string): void };
}): { endpoint: Hono<GateEnv>; stop(): Promise<void> } {
  const { log, client, webchat, ...rest } = given;
  const onError = (err: unknown) => log.error({ err }, "web chat streams");
  const visitors = openVisitors({ ...rest, ...webchat, onError });
  const endpoint = webchatEndpoint({ ...visitors, widget: widgetFiles(client), log });
  return { endpoint, stop: async () => visitors.streams.stop() };
}

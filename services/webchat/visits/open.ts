import type { Database } from "../../kit/database";
import type { Hub } from "../../kit/live";
import type { WebchatDeps } from "../deps";
import { type VisitLimits, visitCounters } from "./limits";
import { openStreams } from "./streams";
import { openTalk } from "./talk";
import { openVisits } from "./visits";

/** Everything a visitor can do, for the door in front of it. */
export function openVisitors(given: {
  database: Database;
  deps: WebchatDeps;
  hub: Hub;
  limits: VisitLimits;
  onError(error: unknown): void;
}) {
  const { database, deps, limits } = given;
  const shared = { database, deps, counters: visitCounters(database, limits) };
  const visits = openVisits(shared);
  return { visits, talk: openTalk(shared, visits), streams: openStreams(database, given) };
}

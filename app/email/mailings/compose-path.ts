import { mayOpen, type Viewer } from "../../access";
import { routeFor } from "../../sitemap";

export type OutboxKind = "all" | "bulk" | "single";

/** Where the viewer writes a new email of the kind that is listed: of both, bulk first. Undefined where they may not. */
export function composePath(viewer: Viewer, kind: OutboxKind): "/email/bulk" | "/email/single" | undefined {
  const paths = { all: ["/email/bulk", "/email/single"], bulk: ["/email/bulk"], single: ["/email/single"] } as const;
  return paths[kind].find((path) => mayOpen(viewer, routeFor(path)));
}

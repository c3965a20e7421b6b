import type { z } from "zod";
import type { Viewer } from "../../access";
import { type Admitted, expectStatus, page } from "../../shell/page.server";
import { type Path, routeFor } from "../../sitemap";
import { parseSearch, type Rows } from "../list";
import { type ListDefinition, type ListFacts, type ListRequest, pageColumns, shownColumns } from "./definition";
import { columnsName } from "./query";

type ListContext = Pick<Admitted<Path>, "api" | "viewer" | "url"> & { params: object };

export function listRequest({ api, viewer, params }: Omit<ListContext, "url">): ListRequest {
  return { api, viewer, params: params as ListRequest["params"] };
}

/** What the filters and columns of a list are made with. */
export async function loadFacts<S extends z.ZodObject, R, F>(
  definition: ListDefinition<S, R, F>,
  asked: ListRequest,
  search: z.output<S>,
): Promise<F & ListFacts> {
  const own = definition.facts ? await definition.facts(asked, search) : ({} as F);
  return { ...own, zone: zoneOf(asked.viewer), now: Date.now() };
}

function zoneOf({ time_zone }: Viewer): string {
  return time_zone;
}

/** What ListPage draws: the rows of the address's search, the filters' choices, the columns to show, the saved views. */
export async function loadList<S extends z.ZodObject, R, F, E>(
  definition: ListDefinition<S, R, F, E>,
  given: ListContext,
) {
  const { api, url } = given;
  const asked = listRequest(given);
  const search = parseSearch(definition, url);
  const [answer, facts, settings] = await Promise.all([
    definition.rows(asked, search),
    loadFacts(definition, asked, search),
    api.identity.listSettings({ query: { list: definition.path } }),
  ]);
  const { views, columns, shares } =
    settings.status === 200 ? settings.body : { views: [], columns: [], shares: false };
  const chosen = url.searchParams.get(columnsName)?.split(",") ?? columns;
  const { title, label = "" } = routeFor(definition.path);
  return {
    title: title ?? label,
    rows: expectStatus(answer, 200) as Rows<R> & E,
    search,
    facts,
    shown: shownColumns(pageColumns(definition.columns(facts)), chosen),
    views,
    shares,
  };
}

/** The loader of a list page that needs nothing but its list. */
export function listLoader<P extends Path, S extends z.ZodObject, R, F, E>(
  path: P,
  definition: ListDefinition<S, R, F, E>,
) {
  return page(path, (given) => loadList(definition, given));
}

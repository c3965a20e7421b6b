// /search/results - what the command palette asks for, as JSON: all pages one may open, or what a search found
import type { SearchResults } from "../shell/found";
import { page } from "../shell/page.server";
import { placesFor } from "./results/places";
import { parseSearch, searchAll } from "./results/search.server";

export const loader = page("/search/results", async (given) => {
  const sought = parseSearch(given.url);
  const found: SearchResults = sought.q
    ? { places: [], parts: await searchAll(given, sought) }
    : { places: placesFor(given.viewer), parts: [] };
  return Response.json(found, { headers: { "cache-control": "no-store" } });
});

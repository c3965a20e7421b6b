// /search - pages, and records of every part that one may open, for one search (?q=)
import { Form, useLoaderData, useNavigation } from "@remix-run/react";
import { Search as SearchIcon } from "lucide-react";
import { href } from "../href";
import { titledBy } from "../kit/title";
import { Button } from "../kit/ui/button";
import { PageHeader } from "../kit/ui/page-header";
import { failedWords, maxPlaces, resultCount, shortest } from "../shell/found";
import { page } from "../shell/page.server";
import { findPlaces } from "../shell/places";
import { placesFor } from "./results/places";
import { AllPlaces, Results } from "./results/results-view";
import { parseSearch, searchAll } from "./results/search.server";

export const meta = titledBy<typeof loader>(({ data }) => (data?.q ? `${data.q} - Search` : "Search"));

export const loader = page("/search", async (given) => {
  const sought = parseSearch(given.url);
  const all = placesFor(given.viewer);
  if (!sought.q) return { q: "", places: all, parts: [] };
  return { q: sought.q, places: findPlaces(sought.q, all, maxPlaces), parts: await searchAll(given, sought) };
});

export default function Search() {
  const { q, places, parts } = useLoaderData<typeof loader>();
  const working = useNavigation().state === "loading";
  const count = places.length + parts.reduce((sum, { hits }) => sum + hits.length, 0);
  const failed = failedWords(parts);
  return (
    <>
      <PageHeader title="Search" text="Pages, contacts, tickets, conversations, leads, blasts and people." />
      <Form action={href("/search")} role="search" aria-label="Everything" className="mb-4 flex max-w-2xl gap-2">
        <span className="find h-9! flex-1 max-md:h-11!">
          <SearchIcon size={16} strokeWidth={1.75} aria-hidden="true" />
          <input
            key={q}
            type="search"
            name="q"
            defaultValue={q}
            maxLength={100}
            aria-label="Search"
            placeholder="Name, phone number, #ticket or page"
            id="search-page"
            autoComplete="off"
          />
        </span>
        <Button variant="primary" size="lg" working={working}>
          Search
        </Button>
      </Form>
      {q === "" ? (
        <AllPlaces places={places} />
      ) : (
        <>
          <p className="mb-3 text-sm text-quiet" role="status">
            {`${resultCount(count)} for “${q}”. `}
            {[...q].length < shortest && "Type two or more characters to search contacts, tickets and the rest."}
          </p>
          {failed && (
            <p className="mb-3 text-sm" role="alert">
              {failed}
            </p>
          )}
          <Results q={q} places={places} parts={parts} />
        </>
      )}
    </>
  );
}

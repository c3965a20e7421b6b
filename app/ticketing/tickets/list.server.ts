import { loadList } from "../../kit/lists/load.server";
import type { Admitted } from "../../shell/page.server";
import type { tickets } from "../tickets.list";

type Lists = "/ticketing/tickets" | "/ticketing/main";

/** What a list of tickets needs to be drawn; its saved views with how many tickets each has. */
export async function loadTickets(given: Pick<Admitted<Lists>, "api" | "url" | "viewer">, definition: typeof tickets) {
  const found = await loadList(definition, { ...given, params: {} });
  if (found.views.length === 0) return found;
  const answer = await given.api.ticketing.viewCounts({ body: { queries: found.views.map(({ query }) => query) } });
  const counts = answer.status === 200 ? answer.body.counts : [];
  const views = found.views.map((view, at) => ({
    ...view,
    ...(counts[at] === undefined ? {} : { count: counts[at] }),
  }));
  return { ...found, views };
}

import { parsePeriod, periodDays } from "../../../rules/days";
import type { ServiceClients } from "../../../services/modules";
import type { reportGroups } from "../../../services/voice/contract.reports";
import type { Viewer } from "../../access";
import type {} from "../../shell/context.server";
import { expectStatus } from "../../shell/page.server";

type PageRequest = { api: ServiceClients; url: URL; viewer: Viewer };

/** The figures of the period that the URL says. */
export async function loadFigures({ api, url, viewer }: PageRequest, by: (typeof reportGroups)[number]) {
  const period = parsePeriod(url.searchParams.get("days"));
  const { start_date: from, end_date: to } = periodDays(period, viewer.time_zone, new Date());
  const figures = expectStatus(await api.voice.figures({ query: { from, to, by } }), 200);
  return { period, query: { from, to }, figures };
}

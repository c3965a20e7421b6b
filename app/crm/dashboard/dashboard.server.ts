import { parsePeriod } from "../../../rules/days";
import { type Admitted, expectStatus } from "../../shell/page.server";
import type { Path } from "../../sitemap";
import { dashboardFigures } from "./figures";

/** What the dashboard and its file are made of: the period that the address asks for, its days and the figures; `whole`: each source, however many there are. */
export async function loadDashboard(
  { api, url }: Pick<Admitted<Path>, "api" | "url">,
  { whole = false }: { whole?: boolean } = {},
) {
  const period = parsePeriod(url.searchParams.get("days"));
  const own = (when: "open" | "late") => api.crm.tasks({ query: { owner: "me", when, per_page: 1 } });
  const [answer, open, late] = await Promise.all([
    api.crm.dealsSummary({ query: { days: Number(period), ...(whole ? { sources: "all" as const } : {}) } }),
    own("open"),
    own("late"),
  ]);
  const summary = expectStatus(answer, 200);
  // Who sees no records has no tasks either.
  const tasks =
    open.status === 200 && late.status === 200 ? { open: open.body.total, late: late.body.total } : undefined;
  return { period, span: summary.span, figures: dashboardFigures(summary, tasks) };
}

// /crm/dashboard.csv - every figure of the dashboard for the same days
import { fileResponse } from "../kit/lists/file.server";
import { page } from "../shell/page.server";
import { loadDashboard } from "./dashboard/dashboard.server";
import { dashboardRows } from "./dashboard/figures";

const columns = [
  { name: "table", heading: "Table" },
  { name: "line", heading: "Line" },
  { name: "figure", heading: "Figure" },
  { name: "value", heading: "Value" },
  { name: "unit", heading: "Unit" },
] as const;

export const loader = page("/crm/dashboard.csv", async (given) => {
  const { span, figures } = await loadDashboard(given, { whole: true });
  async function* cells() {
    for (const row of dashboardRows(figures)) yield columns.map(({ name }) => row[name]);
  }
  const name = `crm-dashboard-${span.start_date}-${span.end_date}`;
  return fileResponse(given.url, { name, columns, rows: cells(), zone: given.viewer.time_zone });
});

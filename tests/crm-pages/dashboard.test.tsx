import { expect, test } from "vitest";
import { DashboardCards } from "../../app/crm/dashboard/cards";
import { dashboardFigures, dashboardRows } from "../../app/crm/dashboard/figures";
import type { CrmSummary } from "../../services/crm/contract.summary";
import { render } from "../kit-ui/render";

const kes = (cents: number) => [{ currency: "KES", cents }];
const stage = { category: "new" as const, probability: 25, values: kes(123_456), deals: 4 };
const summary: CrmSummary = {
  span: { start_date: "2026-11-12", end_date: "2026-11-25", time_zone: "Africa/Nairobi" },
  open: { leads: 1_204, deals: 7, values: [...kes(400_000), { currency: "USD", cents: 5_000 }] },
  stages: [
    { ...stage, id: 1, name: "Proposal", pipeline: "Sales" },
    { ...stage, id: 9, name: "Proposal", pipeline: "Wholesale", deals: 1, values: [] },
  ],
  sources: [
    { source: "Fair", leads: 8, converted: 2 },
    { source: "=1+1", leads: 1, converted: 0 },
    { source: "", leads: 3, converted: 3 },
  ],
  other_sources: { sources: 12, leads: 31, converted: 4 },
  ...{ won: 3, lost: 1, sales: 2, sold: kes(250_000) },
  forecast: [{ month: "2026-12", deals: 2, values: kes(300_000), likely: kes(75_050) }],
  stage_times: [
    { stage_id: 1, stage: "Proposal", kind: "deal", pipeline: "Sales", records: 5, mean_days: 3.5 },
    { stage_id: 9, stage: "Proposal", kind: "deal", pipeline: "Wholesale", records: 1, mean_days: 1 },
    { stage_id: 4, stage: "New", kind: "lead", pipeline: "Sales", records: 2, mean_days: 0.2 },
    { stage_id: 5, stage: "Trial", kind: null, pipeline: "", records: 2, mean_days: 9 },
  ],
  activities: [
    { user_id: "2", name: "Otieno Ouma", notes: 3, calls: 2, appointments: 1, tasks: 12 },
    { user_id: null, name: "", notes: 1, calls: 0, appointments: 0, tasks: 0 },
  ],
};
const may = { leads: true, deals: true, sales: true, tasks: true };
const figures = dashboardFigures(summary, { open: 6, late: 1 });
const draw = (allowed = may) => render(<DashboardCards span={summary.span} figures={figures} may={allowed} />);
const links = (html: string) =>
  [...html.matchAll(/href="([^"]*)"/g)].map(([, address = ""]) => address.replaceAll("&amp;", "&"));

test("every figure of the file is on the page, and every number of the page is in the file", async () => {
  const html = await draw();
  const text = html
    .replace(/<[^>]*>/g, " ")
    .replaceAll("&nbsp;", " ")
    .replace(/[\s\u00a0]+/g, " ");
  const rows = dashboardRows(figures);
  const said = (value: number, unit: string) => {
    if (unit === "%") return `${value}%`;
    if (unit === "" || unit === "days") return value.toLocaleString("en-KE");
    return `${unit} ${value.toLocaleString("en-KE", { minimumFractionDigits: 2 })}`;
  };
  for (const { table, line, value, unit } of rows) {
    if (table !== "Totals") expect(text).toContain(table);
    for (const part of line.split(": ")) expect(text).toContain(part.replace("=1+1", "=1+1"));
    if (value !== null) expect(text).toContain(said(value, unit));
  }
  // The numbers of the page, whatever they are: those of the file and of the names of lines alone.
  const inFile = new Set(
    rows.map(({ value, unit }) => (value === null ? "" : said(value, unit).replace(/[A-Z% ]/g, ""))),
  );
  const bare = text.replaceAll("=1+1", "").replaceAll("Dec 2026", "");
  for (const [number] of bare.matchAll(/\d[\d,.]*\d|\d/g)) expect(inFile).toContain(number);
});

test("a file has a line for each figure, of each currency and pipeline apart", () => {
  const rows = dashboardRows(figures);
  const of = (table: string, line: string) =>
    rows
      .filter((row) => row.table === table && row.line === line)
      .map(({ figure, value, unit }) => [figure, value, unit]);
  expect(of("Totals", "")).toEqual([
    ["Open leads", 1204, ""],
    ["Open deals", 7, ""],
    ["Value of open deals", 4000, "KES"],
    ["Value of open deals", 50, "USD"],
    ["Deals won", 75, "%"],
    ["Won", 3, ""],
    ["Lost", 1, ""],
    ["Sales", 2, ""],
    ["Value of sales", 2500, "KES"],
    ["My open tasks", 6, ""],
    ["My late tasks", 1, ""],
  ]);
  expect(of("Deals by stage", "Wholesale: Proposal")).toEqual([
    ["Likely", 25, "%"],
    ["Deals", 1, ""],
    ["Value", null, ""],
  ]);
  expect(of("Time in stage", "Deals, Sales: Proposal")).toEqual([
    ["Left the stage", 5, ""],
    ["Mean time", 3.5, "days"],
  ]);
  expect(of("Activities by person", "Otieno Ouma")).toEqual([
    ["Notes", 3, ""],
    ["Calls", 2, ""],
    ["Appointments", 1, ""],
    ["Tasks done", 12, ""],
  ]);
});

test("the sources that are not listed are one line, which opens no list", async () => {
  const rows = dashboardRows(figures).filter(({ table, line }) => table === "Leads by source" && line === "Others");
  expect(rows.map(({ figure, value }) => [figure, value])).toEqual([
    ["Converted", 4],
    ["Leads", 31],
    ["Conversion", 13],
  ]);
  const ofLeads = links(await draw()).filter((address) => address.includes("source="));
  expect(ofLeads).toHaveLength(summary.sources.length);
});

test("figures open what they count in the days of the page, for those who may open it", async () => {
  const html = await draw();
  expect(links(html)).toContain("/crm/deals?view=table&state=closed&ended_from=2026-11-12&ended_until=2026-11-25");
  expect(links(html)).toContain("/crm/leads?state=all&source=Fair&made_from=2026-11-12&made_until=2026-11-25");
  expect(links(html)).toContain("/crm/leads?state=all&source=none&made_from=2026-11-12&made_until=2026-11-25");
  expect(links(html)).toContain(
    "/crm/contactactions/tasks?owner=2&when=done&done_from=2026-11-12&done_until=2026-11-25",
  );
  // What no user did is no list of a user.
  expect(links(html).filter((address) => address.includes("when=done"))).toHaveLength(1);
  const none = links(await draw({ leads: false, deals: false, sales: false, tasks: false }));
  expect(none.filter((address) => !address.includes("owner=me"))).toEqual([]);
});

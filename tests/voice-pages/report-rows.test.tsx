import { expect, test } from "vitest";
import type { ListColumn } from "../../app/kit/lists/definition";
import { reports } from "../../app/voice/reports.list";
import { noSums } from "../../rules/voice-metrics";
import type { FigureRow, reportGroups } from "../../services/voice/contract.reports";
import { render } from "../kit-ui/render";

/** The first cell of a row of the report. */
async function rowHead(by: (typeof reportGroups)[number], key: string, label: string): Promise<string> {
  const search = reports.search.parse({ by });
  const facts = { search, zone: "Africa/Nairobi", now: 0, queues: [], agents: [], numbers: [] };
  const columnsFor = reports.columns as (given: typeof facts) => readonly ListColumn<FigureRow>[];
  const cell = columnsFor(facts)[0]?.cell?.({ key, label, sums: noSums });
  return render(<div>{cell}</div>);
}

test("a row of the report opens its calls", async () => {
  expect(await rowHead("queue", "Sales", "Sales")).toContain('href="/voice/reports/calls?queue=Sales"');
  const number = await rowHead("number", "3", "+254709000300");
  expect(number).toContain('href="/voice/reports/calls?number=3"');
  expect(number).toContain("+254 709 000 300");
});

test("the row of calls without a queue is no link: it would open the calls of all queues", async () => {
  const html = await rowHead("queue", "", "No queue");
  expect(html).toContain("No queue");
  expect(html).not.toContain("href");
});

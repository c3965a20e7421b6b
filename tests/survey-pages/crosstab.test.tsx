import { describe, expect, test } from "vitest";
import { crosstabFile } from "../../app/survey/results/crosstab-file";
import { CrosstabTable } from "../../app/survey/results/crosstab-table";
import type { Crosstab } from "../../services/survey/contract.analysis";
import { render } from "../kit-ui/render";

const table: NonNullable<Crosstab["table"]> = {
  rows: {
    ...{ key: "1", label: "1. Sex?", totals: [3, 0] },
    groups: [
      { key: "11", label: "Woman" },
      { key: "12", label: "Man" },
    ],
  },
  columns: {
    ...{ key: "2", label: "2. Likes?", totals: [3, 1] },
    groups: [
      { key: "21", label: "Tea" },
      { key: "22", label: "Milk" },
    ],
  },
  cells: [
    [3, 1],
    [0, 0],
  ],
  answered: 3,
};
const uuid = "9f0d6a4e-0000-4000-8000-000000000001";

describe("a cross-tab on the page", () => {
  const drawn = (filters: object) => render(<CrosstabTable uuid={uuid} table={table} filters={{ ...filters }} />);
  const filtered = { state: "all", channel: "sms", answers: "3:yes" };

  test("has a link to the responses of each pair of answers, with the filters of the page", async () => {
    const found = [...(await drawn(filtered)).matchAll(/href="([^"]*)"/g)];
    const links = found.map(([, to = ""]) => new URL(to.replaceAll("&amp;", "&"), "http://x"));
    expect(links.map(({ searchParams }) => Object.fromEntries(searchParams))).toEqual([
      { state: "all", channel: "sms", answers: "3:yes,1:11,2:21" },
      { state: "all", channel: "sms", answers: "3:yes,1:11,2:22" },
    ]);
    expect(links[0]?.pathname).toBe(`/survey/${uuid}/responses`);
  });

  test("has shares of row and column, and nothing where there is no response", async () => {
    const text = (await drawn(filtered)).replace(/<[^>]*>/g, " ").replace(/\s+/g, " ");
    expect(text).toContain("Woman 3 100% of row 100% of column 1 33% of row 100% of column 3");
    expect(text).toContain("Man n 3 1 3");
  });

  test("has no link where the list can't be filtered by so many answers", async () => {
    const answers = Array.from({ length: 9 }, (_, at) => `${at + 3}:yes`).join(",");
    const html = await drawn({ answers });
    expect(html).toContain("100% of row");
    expect(html).not.toContain("href");
  });
});

test("the file of a cross-tab has counts, n, shares of the row and shares of the column", () => {
  const { columns, rows } = crosstabFile({ axes: [], table });
  expect(columns.map(({ heading }) => heading)).toEqual([
    ...["1. Sex? by 2. Likes?", "Tea", "Milk", "n"],
    ...["Tea, % of row", "Milk, % of row", "Tea, % of column", "Milk, % of column"],
  ]);
  expect(rows).toEqual([
    ["Woman", 3, 1, 3, 100, 33, 100, 100],
    ["Man", "", "", "", "", "", "", ""],
    ["n", 3, 1, 3, "", "", "", ""],
  ]);
  expect(crosstabFile({ axes: [], table: null }).rows).toEqual([]);
});

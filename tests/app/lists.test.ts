import { describe, expect, test } from "vitest";
import { fileColumns, type ListFilter, shownColumns, sortBy } from "../../app/kit/lists/definition";
import { eachRow } from "../../app/kit/lists/each-row";
import { fileResponse } from "../../app/kit/lists/file.server";
import { moved } from "../../app/kit/lists/order";
import {
  filterChips,
  filterFields,
  isSameQuery,
  sortLink,
  undoable,
  undoValue,
  viewAddress,
  viewQuery,
} from "../../app/kit/lists/query";

const filters: ListFilter[] = [
  { name: "state", label: "State", choices: [{ value: "on", label: "Active" }], none: "all" },
  { name: "from", label: "From", kind: "date" },
  { name: "day", label: "Day", linked: true },
];

describe("filters", () => {
  test("a chip for each that holds, with the list without it; the page begins anew", () => {
    const chips = filterChips(filters, { q: "254", state: "on", day: "2026-11-22" }, "?q=254&state=on&page=3");
    expect(chips.map(({ label, value }) => [label, value])).toEqual([
      ["Search", "254"],
      ["State", "Active"],
      ["Day", "2026-11-22"],
    ]);
    expect(chips[1]?.remove).toBe("?q=254");
  });

  test("the value that filters nothing is no chip, and a choice that is gone is named Unknown", () => {
    expect(filterChips(filters, { state: "all", q: "" }, "")).toEqual([]);
    expect(filterChips(filters, { state: "gone" }, "")[0]?.value).toBe("Unknown");
  });

  test("a search field of another name has its chip", () => {
    const chips = filterChips(
      [],
      { customer_account: "100001" },
      "?customer_account=100001&page=2",
      "customer_account",
    );
    expect(chips).toEqual([{ label: "Search", value: "100001", remove: "?" }]);
  });

  test("one that comes with a link has no field", () => {
    expect(filterFields(filters, { from: "2026-01-01" })).toMatchObject([
      { kind: "choice", name: "state" },
      { kind: "date", name: "from", value: "2026-01-01" },
    ]);
  });
});

describe("views", () => {
  test("keep the search and not the place in it, nor which list it is", () => {
    expect(viewQuery("?id=7&q=a&page=2&after=x&undo=delete:1", ["id"])).toBe("q=a");
    expect(viewAddress("/members", "?id=9&q=b", ["id"], "id=7&q=a")).toBe("/members?q=a&id=9");
    expect(viewAddress("/members", "", ["id"], "")).toBe("/members");
  });

  test("are the same in whatever order the address has them", () => {
    expect(isSameQuery("a=1&b=2", "b=2&a=1")).toBe(true);
    expect(isSameQuery("a=1", "a=2")).toBe(false);
  });
});

describe("columns", () => {
  const columns = [
    { name: "name", label: "Name", fixed: true },
    { name: "phone", label: "Phone" },
    { name: "notes", label: "Notes", extra: true },
  ];

  test("as the list is made until some are chosen; a fixed one is always there; unknown names are left out", () => {
    expect(shownColumns(columns, [])).toEqual(["name", "phone"]);
    expect(shownColumns(columns, ["notes", "gone", "notes"])).toEqual(["name", "notes"]);
    expect(shownColumns(columns, ["phone", "name"])).toEqual(["phone", "name"]);
    expect(shownColumns(columns, ["gone"])).toEqual(["name", "phone"]);
  });

  test("of a file: what identifies a row first, then as on the page, and none without a value", () => {
    const value = () => "";
    const id = { name: "id", label: "Id", firstInFiles: true, value };
    const name = { name: "name", label: "Name", heading: "Full name", value };
    expect(fileColumns([name, { name: "menu", label: "Menu" }, id])).toEqual([
      { name: "id", heading: "Id", value },
      { name: "name", heading: "Full name", value },
    ]);
  });

  test("move one place and stop at the ends", () => {
    expect(moved(["a", "b", "c"], "b", -1)).toEqual(["b", "a", "c"]);
    expect(moved(["a", "b", "c"], "c", 1)).toEqual(["a", "b", "c"]);
    expect(moved(["a", "b"], "z", 1)).toEqual(["a", "b"]);
  });

  test("a head sorts, and sorts the other way when it is pressed again", () => {
    expect(sortLink(sortBy("name"), undefined, "?q=a&after=x")).toEqual({ to: "?q=a&sort=name" });
    expect(sortLink(sortBy("name"), "name", "?sort=name")).toEqual({ to: "?sort=-name", now: "ascending" });
    expect(sortLink(sortBy("created", "descending"), "", "")).toEqual({ to: "?sort=-created" });
  });
});

test("only an address that this product makes offers to undo", () => {
  expect(undoable("?undo=delete:1,2,3")).toEqual({ action: "delete", ids: ["1", "2", "3"], count: 3 });
  expect(undoable(`?undo=${undoValue("move", ["7", "8"], 150)}`)).toEqual({
    action: "move",
    ids: ["7", "8"],
    count: 150,
  });
  for (const odd of ["?undo=1,2", "?undo=delete:", "?undo=delete:1,%3Cb%3E", `?undo=delete:${"1,".repeat(500)}1`, ""])
    expect(undoable(odd)).toBeUndefined();
});

describe("the list as a file", () => {
  async function* rows() {
    yield ["Akinyi", 3, "2026-11-22T14:37:26Z", null];
    yield ["=1+1", 4, "", true];
  }
  const columns = ["name", "count", "at", "ok"].map((name) => ({ name, heading: name.toUpperCase() }));
  const file = (ending: string, name = "people") =>
    fileResponse(new URL(`http://app.test/list.${ending}?q=1`), {
      name,
      columns,
      rows: rows(),
      zone: "Africa/Nairobi",
    });

  test("CSV has the clock of the zone and nothing that a spreadsheet runs", async () => {
    const text = await file("csv").text();
    expect(text).toContain("Akinyi,3,2026-11-22 17:37:26,");
    expect(text).toContain("'=1+1,4,,true");
  });

  test("JSON has the values as the service gives them", async () => {
    expect(await file("json").json()).toEqual([
      { name: "Akinyi", count: 3, at: "2026-11-22T14:37:26Z", ok: null },
      { name: "=1+1", count: 4, at: "", ok: true },
    ]);
  });

  test("an empty list is an empty array", async () => {
    async function* none(): AsyncGenerator<string[]> {}
    const response = fileResponse(new URL("http://app.test/list.json"), {
      name: "a",
      columns,
      rows: none(),
      zone: "UTC",
    });
    expect(await response.json()).toEqual([]);
  });

  test("it is a download with a safe name of its kind", () => {
    const { headers } = file("xlsx", 'refused "rows"\r\n');
    expect(headers.get("content-disposition")).toBe('attachment; filename="refused-rows-.xlsx"');
    expect(headers.get("content-type")).toContain("spreadsheetml");
    expect(headers.get("cache-control")).toContain("no-store");
  });
});

test("a change of several rows goes through all of them: what is gone counts, what is refused says why", async () => {
  const statuses: Record<string, number> = { a: 201, b: 404, c: 409 };
  const row = { id: (id: string) => id, called: (id: string) => `Row ${id}` };
  const outcome = await eachRow(["a", "b", "c"], row, async (id) => ({
    status: statuses[id] ?? 0,
    body: { message: `${id} stays.` },
  }));
  expect(outcome).toEqual({ done: ["a", "b"], refused: [{ name: "Row c", reason: "c stays." }] });
});

import { describe, expect, it } from "vitest";
import { Filters, kept } from "../../app/kit/ui/filters";
import { Pager } from "../../app/kit/ui/pager";
import { type Column, RowLink, Table } from "../../app/kit/ui/table";
import { attribute, render, tag } from "./render";

type Blast = { id: string; name: string; cost: string; sent: number };

const columns: Column<Blast>[] = [
  {
    name: "name",
    label: "Name",
    wide: true,
    cell: (row) => <RowLink to={`/sms/history/${row.id}`}>{row.name}</RowLink>,
  },
  {
    name: "sent",
    label: "Recipients",
    align: "right",
    alignEnd: true,
    cardUnit: "recipients",
    cell: (row) => row.sent,
  },
  {
    name: "cost",
    label: "Cost (KES)",
    align: "right",
    alignEnd: true,
    cardLabel: "KES",
    mobileOrder: 6,
    cell: (row) => row.cost,
  },
  { name: "id", label: "Id", hideOnSmall: true, sort: { to: "?sort=id", now: "descending" }, cell: (row) => row.id },
];
const rows: Blast[] = [{ id: "7", name: "<b>Loan</b> reminder", cost: "976.80", sent: 1204 }];
const id = (row: Blast) => row.id;

describe("a table", () => {
  it("as cards keeps its roles, and each cell the words it needs without the head", async () => {
    const html = await render(<Table label="Blasts" columns={columns} rows={rows} id={id} />);
    expect(attribute(tag(html, "<table"), "role")).toBe("table");
    expect(html.match(/role="columnheader"/g)).toHaveLength(4);
    expect(html.match(/role="cell"/g)).toHaveLength(4);
    const cost = tag(html, "<td", 'data-label="KES"');
    expect(attribute(cost, "class")).toMatch(/\bend\b.*\bo6\b/);
    expect(tag(html, "<td", 'data-unit="recipients"')).toMatch(/\bend\b/);
    expect(tag(html, "<td", "drop")).toBeTruthy();
  });
  it("says how it is sorted, and shows a name as text", async () => {
    const html = await render(<Table label="Blasts" columns={columns} rows={rows} id={id} />);
    expect(tag(html, "<th", 'aria-sort="descending"')).toBeTruthy();
    expect(html).toContain('href="/sms/history/7"');
    expect(html).toContain("&lt;b&gt;Loan&lt;/b&gt; reminder");
  });
  it("of a hundred rows asks for no row's route before it is pointed at", async () => {
    const hundred = Array.from({ length: 100 }, (_, at) => ({ id: String(at), name: "Loan", cost: "1", sent: 1 }));
    const html = await render(<Table label="Blasts" columns={columns} rows={hundred} id={id} />);
    expect(html.split('class="name"').length - 1).toBe(100);
    // The link that sorts.
    expect(html.split("data-discover").length - 1).toBe(1);
  });
  it("scrolls in a box that the keyboard reaches", async () => {
    const html = await render(<Table label="Blasts" columns={columns} rows={rows} id={id} />);
    expect(attribute(tag(html, "<section"), "tabindex")).toBe("0");
  });
  it("has a named column for actions", async () => {
    const html = await render(<Table label="Blasts" columns={columns} rows={rows} id={id} action={() => <i>x</i>} />);
    expect(html).toMatch(/class="act"><span class="sr-only">Actions/);
  });
});

describe("the pager", () => {
  it("links only where there is a page, by the hrefs that it is given", async () => {
    const html = await render(<Pager page={1} pages={18} next="?after=2026-11-20_81" />, "/sms/history");
    expect(html).toContain("Page 1 of 18");
    expect(html).toMatch(/<a[^>]*aria-label="Next page"[^>]*href="\/sms\/history\?after=2026-11-20_81"/);
    expect(html).not.toContain("Previous page");
  });
  it("offers sizes in their order, that of the list itself too", async () => {
    const texts = (html: string) => [...html.matchAll(/>(\d+)<\/(?:a|b)>/g)].map(([, size]) => Number(size));
    expect(texts(await render(<Pager page={1} pages={3} perPage={5} />))).toEqual([5, 25, 50, 100]);
    expect(texts(await render(<Pager page={1} pages={3} perPage={50} />))).toEqual([25, 50, 100]);
  });
  it("of an empty list is page 1 of 1; without a count it says the page alone", async () => {
    expect(await render(<Pager page={1} pages={0} />)).toContain("Page 1 of 1<");
    expect(await render(<Pager page={3} />)).toMatch(/Page 3<\/span>/);
  });
});

describe("filters", () => {
  const params: [string, string][] = [
    ["sort", "sent"],
    ["status", "failed"],
    ["tag", "a"],
    ["tag", "b"],
    ["page", "4"],
    ["q", "loan"],
  ];
  it("carry along what they do not set, and begin at the first page again", () => {
    expect(kept(params, ["q"])).toEqual([
      ["sort", "sent"],
      ["status", "failed"],
      ["tag", "a"],
      ["tag", "b"],
    ]);
    expect(kept(params, ["status", "q"], ["page", "sort"])).toEqual([
      ["tag", "a"],
      ["tag", "b"],
    ]);
  });
  it("are GET forms and links, so that they work without script", async () => {
    const html = await render(
      <Filters
        params={params}
        search={{ name: "q", label: "Message or group", value: "loan" }}
        chips={[{ label: "Status", value: "Failed", remove: "?sort=sent" }]}
        clear="?"
        fields={[{ kind: "choice", name: "status", label: "Status", choices: [{ value: "sent", label: "Sent" }] }]}
      />,
      "/sms/history",
    );
    expect(html.match(/<form[^>]*method="get"/g)).toHaveLength(2);
    expect(html).toMatch(/<a[^>]*aria-label="Remove Status: Failed"[^>]*href="\/sms\/history\?sort=sent"/);
    expect(html).toContain("Clear all");
    expect(html).toMatch(/<details[^>]*><summary[^>]*>.*Filter<\/summary>/);
    expect(attribute(tag(html, "<input", 'name="q"'), "value")).toBe("loan");
  });
});

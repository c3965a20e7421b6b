import { expect, test } from "vitest";
import { contacts, deals, leads } from "../../app/crm/record/records.list";
import { tagCountText } from "../../app/crm/tags/counts";
import { TagsCard } from "../../app/crm/tags/tags-card";
import { undoneText } from "../../app/kit/lists/bulk.server";
import { type BulkAction, fileColumns } from "../../app/kit/lists/definition";
import { maxRecordTags } from "../../rules/crm-tags";
import type { CrmRecord, RecordDetail } from "../../services/crm/contract.records";
import { render } from "../kit-ui/render";

const vip = { id: 5, name: "VIP" };
const fair = { id: 6, name: "Trade fair" };
const record = (kind: string, tags: object[]) => ({ id: 7, kind, name: "Amina", version: 3, tags }) as never;
const facts = {
  zone: "UTC",
  stages: [],
  managers: [],
  fields: [],
  organisation: [],
  sequences: [],
  tags: [vip, fair],
} as never;

test("each tag leads to the list of its records, and is removed by a plain form", async () => {
  const html = await render(<TagsCard record={record("deal", [vip])} known={["VIP", "Trade fair"]} last={undefined} />);
  expect(html).toContain('href="/crm/deals?tag=5&amp;state=all&amp;view=table"');
  expect(html).toMatch(/<button[^>]*name="tag_id"[^>]*value="5"/);
  // Only tags that it has not are suggested.
  expect([...html.matchAll(/<option value="([^"]*)"/g)].map(([, name]) => name)).toEqual(["Trade fair"]);
  const full = Array.from({ length: maxRecordTags }, (_, at) => ({ id: at + 1, name: `Tag ${at}` }));
  const many = await render(<TagsCard record={record("lead", full)} known={[]} last={undefined} />);
  expect(many).not.toContain('name="tag"');
});

test("lists have the tag as a filter, and the tags as a column to choose and in every file", () => {
  const row = record("lead", [fair, vip]) as CrmRecord;
  for (const list of [leads, contacts, deals]) {
    const column = fileColumns(list.columns(facts)).find(({ name }) => name === "tags");
    expect([column?.heading, column?.value(row)]).toEqual(["Tags", "Trade fair, VIP"]);
    expect(list.columns(facts).find(({ name }) => name === "tags")?.extra).toBe(true);
    expect(list.filters?.(facts).find(({ name }) => name === "tag")?.choices).toContainEqual({
      value: "5",
      label: "VIP",
    });
    expect(list.search.parse({ tag: "5" })).toMatchObject({ tag: 5 });
    expect(list.search.parse({ tag: "odd" }).tag).toBeUndefined();
  }
});

test("what several records are changed to is undone by the changes, and says how many were changed since", async () => {
  const asked: object[] = [];
  const rows = Array.from({ length: 120 }, (_, at) => ({ id: at + 1, name: `Contact ${at + 1}` }) as RecordDetail);
  const api = {
    crm: {
      tagRecords: async ({ body }: { body: { records: number[] } }) => {
        asked.push({ ...body, records: body.records.length });
        const refused = [{ id: 9, reason: "Too many." }];
        return { status: 200, body: { change_id: 31, changed: [7], refused } };
      },
      changeRecords: async ({ body }: { body: { records: number[]; change: object } }) => {
        asked.push(body.change);
        const { records } = body;
        return { status: 200, body: { change_id: 40 + asked.length, changed: records, refused: [] } };
      },
      undoBulkChange: async ({ params }: { params: object }) => {
        asked.push(params);
        return { status: 200, body: { restored: 2, left: 1 } };
      },
    },
  };
  const context = { api, viewer: {}, params: {} } as never;
  const actions = contacts.bulk?.(facts) ?? [];
  const named = (name: string) => actions.find((action) => action.name === name) as BulkAction<CrmRecord>;
  expect(await named("tag").run(context, rows, { tag: "5" })).toEqual({
    ...{ done: ["7"], unchanged: 118, undo: ["31"] },
    refused: [{ name: "Contact 9", reason: "Too many." }],
  });
  const given = await named("give").run(context, rows, { sales_manager: "none" });
  expect(given).toMatchObject({ unchanged: 0, refused: [], undo: ["42", "43"] });
  expect(given.done).toHaveLength(120);
  expect(await named("give").undo?.run(context, given.undo ?? [])).toEqual({ restored: 4, left: 2 });
  const change = { what: "sales manager", sales_manager_id: null };
  expect(asked).toEqual([{ type: "contact", records: 120, add: [5] }, change, change, { id: 42 }, { id: 43 }]);
  expect(undoneText(["contact", "contacts"], named("give").undo ?? { told: String }, { restored: 4, left: 2 })).toBe(
    "4 contacts got the sales manager back. 2 contacts stay as they are: they were changed since.",
  );
});

test("counts say the kinds with any, and what is counted no further", () => {
  expect(tagCountText({ records: { lead: 0, contact: 0, deal: 0 } })).toBe("no records");
  expect(tagCountText({ records: { lead: 1, contact: 10_001, deal: 2 } })).toBe("1 lead, 10,000+ contacts and 2 deals");
});

import { expect, test } from "vitest";
import { contacts, deals, leads } from "../../app/crm/record/records.list";
import { tagCountText } from "../../app/crm/tags/counts";
import { TagsCard } from "../../app/crm/tags/tags-card";
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

test("the undo of a change of several records is for those alone that it changed", async () => {
  const asked: object[] = [];
  const changed = { status: 200, body: { changed: [7], refused: [{ id: 9, reason: "Too many." }] } };
  const api = {
    crm: {
      tagRecords: async ({ body }: { body: object }) => {
        asked.push(body);
        return changed;
      },
    },
  };
  const context = { api, viewer: {}, params: {} } as never;
  const rows = [7, 8, 9].map((id) => ({ id, name: `Contact ${id}` }) as unknown as RecordDetail);
  const actions = contacts.bulk?.(facts) ?? [];
  const add = actions.find(({ name }) => name === "tag") as BulkAction<CrmRecord>;
  const outcome = await add.run(context, rows, { tag: "5" });
  expect(outcome).toEqual({
    done: ["7-5"],
    unchanged: 1,
    refused: [{ name: "Contact 9", reason: "Too many." }],
  });
  changed.body.refused = [];
  expect(await add.undo?.run(context, outcome.done)).toBeUndefined();
  expect(asked).toEqual([
    { type: "contact", records: [7, 8, 9], add: [5] },
    { type: "contact", records: [7], remove: [5] },
  ]);
  expect(await add.undo?.run(context, ["odd"])).toMatchObject({ status: 422 });
});

test("counts say the kinds with any, and what is counted no further", () => {
  expect(tagCountText({ records: { lead: 0, contact: 0, deal: 0 } })).toBe("no records");
  expect(tagCountText({ records: { lead: 1, contact: 10_001, deal: 2 } })).toBe("1 lead, 10,000+ contacts and 2 deals");
});

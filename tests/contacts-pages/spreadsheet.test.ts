import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import { memberColumns } from "../../app/contacts/contact-group.details.list";
import type { ListColumn } from "../../app/kit/lists/definition";
import { refusedColumns } from "../../app/kit/refused-rows";
import { csvStream } from "../../services/kit/csv";
import { contactsStage, type Stage } from "../messaging/contacts.fixtures";

let fixture: Stage;
beforeAll(async () => {
  fixture = await contactsStage();
});
afterAll(() => fixture.end());

/** A cell of a CSV as Excel's column format "General" shows it, which is what it saves. */
function general(text: string): string {
  if (!/^\s*[+-]?\d+(?:[.,]\d+)*(?:e[+-]?\d+)?\s*$/i.test(text)) return text;
  const number = Number(text.replaceAll(",", ""));
  if (Number.isNaN(number)) return text;
  return Math.abs(number) < 1e11 ? String(number) : number.toExponential(5).replace("e", "E");
}

/** The file after somebody has opened it in Excel and saved it, as often as wanted. */
function savedByExcel(csv: string, times: number): string {
  let rows = parse(csv, { bom: true }) as string[][];
  for (let n = 0; n < times; n++) rows = rows.map((cells) => cells.map(general));
  return rows.map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(",")).join("\r\n");
}

type Columns<R> = readonly Pick<ListColumn<R>, "label" | "heading" | "value">[];

function written<R>(columns: Columns<R>, rows: readonly R[]): Promise<string> {
  const heading = columns.map((column) => column.heading ?? column.label);
  return new Response(
    csvStream(
      heading,
      rows.map((row) => columns.map(({ value }) => value?.(row))),
      "Africa/Nairobi",
    ),
  ).text();
}

const contacts = [
  { phone: "0712345678", name: "Asha Njeri", fields: { account: "00123", balance: "1500" } },
  { phone: "+255712345678", name: "=1+1", fields: { account: "254700000000999", balance: "-5" } },
  { phone: "0733000111", name: "'Quoted'", email: "q@savanna.test", fields: { account: "1e5", balance: "'7" } },
];

test.each([1, 3])(
  "contacts that were exported, saved by Excel %i times and imported again are unchanged",
  async (times) => {
    const group_id = await fixture.group(`Exported ${times}`);
    await fixture.ask("addContacts", { body: { group_id, contacts } });
    const list = async () => (await fixture.ask("contacts", { params: { id: group_id } })).body.data;
    const before = await list();
    const columns = memberColumns({ type: "sms", field_names: ["account", "balance"] }).filter(
      ({ name }) => name !== "added" && name !== "status",
    );
    const file = savedByExcel(await written(columns, before), times);
    const done = await fixture.importFile(file, { group_id });
    expect(done).toMatchObject({ state: "done", added: 0, updated: 3, refused: 0, repeated: 0, noted: 0 });
    expect(await list()).toEqual(before);
  },
);

test("refused rows saved by Excel keep their numbers", async () => {
  const rows = [
    { line: 2, kind: "refused" as const, reason: "too many digits", cells: ["00254712345678000", "Asha", "00123"] },
    { line: 3, kind: "refused" as const, reason: "letters in the number", cells: ["O712345678", "=1+1", "x"] },
    { line: 4, kind: "refused" as const, reason: "the same number as line 1", cells: ["254733000222", "Zoe", "+7"] },
  ];
  const file = savedByExcel(await written(refusedColumns(["Phone", "Name", "Account"]), rows), 2);
  const { body } = await fixture.upload(
    file.replace("O712345678", "0712345678").replace("'00254712345678000", "0712345679"),
  );
  expect(body.preview.map((cells) => cells.slice(2))).toEqual([
    ["0712345679", "Asha", "00123"],
    ["0712345678", "=1+1", "x"],
    ["254733000222", "Zoe", "+7"],
  ]);
  expect(body.expected).toMatchObject({ rows: 3, refused: 0, repeated: 0 });
});

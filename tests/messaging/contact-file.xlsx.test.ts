import { describe, expect, test } from "vitest";
import { FileProblem } from "../../services/kit/contact-file/problem";
import { type Book, readAll, sheetOf, xlsx, zip } from "./contact-file.fixtures";

const rows: (string | number)[][] = [
  ["Name", "Phone"],
  ["Asha Njeri", 254712345678],
  ["Zoë Otieno", "0722 418 306"],
];
const both = [
  expect.objectContaining({ line: 2, e164: "+254712345678", name: "Asha Njeri" }),
  expect.objectContaining({ line: 3, e164: "+254722418306", name: "Zoë Otieno" }),
];

const shared = `<si><t>Name</t></si><si><t>Phone</t></si><si><r><rPr><b/></rPr><t xml:space="preserve">Asha </t></r><r><t>Njeri</t></r><rPh sb="0" eb="1"><t>ignored</t></rPh></si><si><t>Zoë_x0020_Otieno</t></si>`;
const sharedRows = `<sheetData><row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1" t="s"><v>1</v></c></row><row r="2"><c r="A2" t="s"><v>2</v></c><c r="B2"><v>254712345678.0</v></c></row><row r="3"><c r="A3" t="s"><v>3</v></c><c r="B3"><v>7.22418306E8</v></c></row></sheetData>`;

describe("workbooks give the same two contacts", () => {
  test.each<[string, Book | Buffer]>([
    ["inline strings", { sheets: { One: sheetOf(rows) } }],
    ["shared strings, rich text, phonetic guides, numbers as floats", { sheets: { One: sharedRows }, strings: shared }],
    ["cells without references", { sheets: { One: sheetOf(rows).replace(/ r="[A-Z0-9]+"/g, "") } }],
    ["prefixed element names", { sheets: { One: sheetOf(rows).replace(/<(\/?)([a-z])/gi, "<$1x:$2") } }],
    [
      "formulas with their saved results",
      { sheets: { One: sheetOf(rows).replace("<v>254712345678", '<f>"2"&amp;"5"</f><v>254712345678') } },
    ],
    [
      "a formula that gives a text",
      { sheets: { One: sheetOf(rows).replace('<c r="B2"><v>', '<c r="B2" t="str"><f>A1</f><v>+') } },
    ],
    ["a lying dimension", { sheets: { One: `<dimension ref="A1:XFD1048576"/>${sheetOf(rows)}` } }],
    [
      "styled but empty cells far to the right",
      { sheets: { One: sheetOf(rows).replaceAll("</row>", '<c r="XFD1" s="1"/></row>') } },
    ],
    ["a hidden sheet in front", { sheets: { "!Old": sheetOf([["Phone"], ["0700000000"]]), New: sheetOf(rows) } }],
    ["an empty sheet in front", { sheets: { Empty: "<sheetData/>", New: sheetOf(rows) } }],
    ["ZIP64 entries", { sheets: { One: sheetOf(rows) }, zip: { zip64: true } }],
    ["data descriptors", { sheets: { One: sheetOf(rows) }, zip: { descriptor: true } }],
    ["stored without compression", { sheets: { One: sheetOf(rows) }, zip: { stored: true } }],
    ["a comment after the archive", Buffer.concat([xlsx({ sheets: { One: sheetOf(rows) } }), Buffer.from("comment")])],
    [
      "a title above the heading",
      { sheets: { One: sheetOf([["Customers"], ...rows]).replaceAll(/ r="[A-Z]?\d+"/g, "") } },
    ],
  ])("%s", async (name, book) => {
    const read = await readAll(Buffer.isBuffer(book) ? book : xlsx(book));
    const shift = name.startsWith("a title") ? 1 : 0;
    expect(read.contacts.map((contact) => ({ ...contact, line: contact.line - shift }))).toEqual(both);
    expect(read.refused).toEqual([]);
  });
});

describe("cells", () => {
  test("an error, a formula without result and a rounded number are refused with their reason", async () => {
    const sheet = `<sheetData><row><c t="inlineStr"><is><t>Phone</t></is></c></row><row><c t="e"><v>#REF!</v></c></row><row><c><f>A1</f></c></row><row><c t="str"><v>2.54712E+11</v></c></row><row><c t="b"><v>1</v></c></row><row><c><v>712345678</v></c></row></sheetData>`;
    const { contacts, refused } = await readAll(xlsx({ sheets: { One: sheet } }));
    expect(contacts).toMatchObject([{ line: 6, e164: "+254712345678" }]);
    expect(refused.map(({ line, refused: reason }) => [line, reason])).toEqual([
      [2, "the cell holds an Excel error (#REF!)"],
      [3, "the formula in this cell has no saved result: open the file in Excel and save it again"],
      [4, "Excel has shortened the number to 2.54712E+11: its last digits are lost"],
      [5, "letters in the number"],
    ]);
  });

  test("dates read as dates, amounts as Excel shows them, errors as nothing", async () => {
    const styles = `<numFmts><numFmt numFmtId="164" formatCode="[$-409]d\\-mmm\\-yy;@"/><numFmt numFmtId="165" formatCode="&quot;KES&quot; #,##0.00"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="22"/></cellXfs>`;
    const heading = ["Phone", "Due", "Born", "Amount", "At", "Paid", "Sum"];
    const sheet = `${sheetOf([heading]).replace("</sheetData>", "")}<row><c><v>712345678</v></c><c s="1"><v>46053</v></c><c s="2"><v>59</v></c><c s="3"><v>1204.4999999999998</v></c><c s="4"><v>46053.5</v></c><c t="e"><v>#N/A</v></c><c><v>0.30000000000000004</v></c></row></sheetData>`;
    const { contacts } = await readAll(xlsx({ sheets: { One: sheet }, styles }));
    expect(contacts[0]?.fields).toEqual({
      due: "31/01/2026",
      born: "28/02/1900",
      amount: "1204.5",
      at: "31/01/2026 12:00",
      sum: "0.3",
    });
    const mac = await readAll(xlsx({ sheets: { One: sheet }, styles, properties: '<workbookPr date1904="1"/>' }));
    expect(mac.contacts[0]?.fields.due).toBe("01/02/2030");
  });
});

async function codeOf(content: Uint8Array, limits = {}): Promise<string> {
  const error = await readAll(content, limits).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FileProblem);
  expect((error as FileProblem).message).toMatch(/^[A-Z].*\.$/);
  return (error as FileProblem).code;
}

/** The container of old Office files: header, then one directory sector with the given stream names. */
function ole(...names: string[]): Buffer {
  const file = Buffer.alloc(4096);
  Buffer.from("d0cf11e0a1b11ae1", "hex").copy(file);
  file.writeUInt16LE(9, 30);
  file.writeUInt32LE(1, 48);
  for (const [n, name] of names.entries()) file.write(name, 1024 + n * 128, "utf16le");
  return file;
}

describe("workbooks that cannot be read say why in one sentence", () => {
  const good = xlsx({ sheets: { One: sheetOf(rows) } });
  const types = { "[Content_Types].xml": "<Types/>" };
  const doctype = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]>`;

  test.each<[string, Buffer, string]>([
    ["an .xls of the old kind", ole("Root Entry", "Workbook"), "old-excel"],
    ["a password", ole("Root Entry", "EncryptionInfo", "EncryptedPackage"), "encrypted"],
    ["an old Word document", ole("Root Entry", "WordDocument"), "not-a-table"],
    ["a header of that container and nothing else", ole().subarray(0, 20), "old-excel"],
    ["encrypted entries", xlsx({ sheets: { One: sheetOf(rows) }, zip: { encrypted: true } }), "encrypted"],
    ["a Word document", zip({ ...types, "word/document.xml": "<w/>" }), "not-a-table"],
    ["an OpenDocument spreadsheet", zip({ mimetype: "application/vnd.oasis.opendocument.spreadsheet" }), "not-a-table"],
    ["a binary workbook", zip({ ...types, "xl/workbook.bin": "x" }), "not-a-table"],
    ["an archive of other files", zip({ "contacts.csv": "0712345678" }), "not-a-table"],
    ["a file cut in half", good.subarray(0, good.length / 2), "damaged"],
    ["a file cut near its end", good.subarray(0, good.length - 10), "damaged"],
    ["an unknown compression", xlsx({ sheets: { One: sheetOf(rows) }, zip: { method: 12 } }), "damaged"],
    ["no workbook part", zip(types), "damaged"],
    ["broken markup", xlsx({ sheets: { One: "<sheetData><row></sheetData>" } }), "damaged"],
    ["an unknown entity", xlsx({ sheets: { One: sheetOf(rows).replace("Asha", "&lol;") } }), "damaged"],
    [
      "a document type",
      xlsx({ sheets: { One: "" }, parts: { "xl/worksheets/sheet1.xml": `${doctype}<worksheet>&a;</worksheet>` } }),
      "unsafe",
    ],
    ["only hidden sheets", xlsx({ sheets: { "!One": sheetOf(rows) } }), "no-rows"],
    ["empty sheets", xlsx({ sheets: { One: "<sheetData/>" } }), "empty"],
    ["a heading alone", xlsx({ sheets: { One: sheetOf(rows.slice(0, 1)) } }), "no-rows"],
    [
      "a value in the last column",
      xlsx({ sheets: { One: sheetOf(rows).replace("</row>", '<c r="XFD1"><v>1</v></c></row>') } }),
      "too-many-columns",
    ],
  ])("%s", async (_name, content, code) => expect(await codeOf(content)).toBe(code));

  test("a changed byte is noticed", async () => {
    const stored = xlsx({ sheets: { One: sheetOf(rows) }, zip: { stored: true } });
    stored[stored.indexOf("254712345678") + 5] = 0x39;
    expect(await codeOf(stored)).toBe("damaged");
  });

  test("every cut of a good workbook ends in a problem, never in a hang", async () => {
    for (let length = 4; length < good.length; length += 97)
      expect(await codeOf(good.subarray(0, length))).toBe("damaged");
  });

  test("a bomb is stopped at the limit, whatever size it claims", async () => {
    const bomb = xlsx({ sheets: { One: `${sheetOf(rows)}<x>${" ".repeat(5_000_000)}</x>` } });
    expect(bomb.length).toBeLessThan(20_000);
    expect(await codeOf(bomb, { inflatedBytes: 1_000_000 })).toBe("too-big");
    const lying = Buffer.from(bomb);
    for (let at = lying.indexOf("PK\x01\x02"); at >= 0; at = lying.indexOf("PK\x01\x02", at + 4))
      lying.writeUInt32LE(10, at + 24);
    expect(await codeOf(lying, { inflatedBytes: 1_000_000 })).toBe("too-big");
    expect(
      await codeOf(xlsx({ sheets: { One: sheetOf(rows) }, strings: `<si><t>${"a".repeat(3_000_000)}</t></si>` }), {
        inflatedBytes: 1_000_000,
      }),
    ).toBe("too-big");
  });

  test("many empty strings, cells or one endless text do not fill the memory", async () => {
    const rowOf = (inside: string) => `<sheetData><row>${inside}</row></sheetData>`;
    const strings = "<si/>".repeat(401);
    expect(await codeOf(xlsx({ sheets: { One: sheetOf(rows) }, strings }), { rows: 100 })).toBe("too-big");
    expect(await codeOf(xlsx({ sheets: { One: rowOf("<c/>".repeat(20_000)) } }))).toBe("too-many-columns");
    expect(await codeOf(xlsx({ sheets: { One: rowOf(`<c><v>${"1".repeat(3_000_000)}`) } }))).toBe("long-cell");
    expect(await codeOf(xlsx({ sheets: { One: rowOf(`<c r="${"A".repeat(3_000_000)}"/>`) } }))).toBe("long-cell");
    expect(await codeOf(xlsx({ sheets: { One: rowOf("<a>".repeat(300)) } }))).toBe("unsafe");
    const texts = Array.from({ length: 30 }, (_, n) => `<si><t>${String(n).repeat(500)}</t></si>`).join("");
    expect(await codeOf(xlsx({ sheets: { One: sheetOf(rows) }, strings: texts }), { text: 10_000 })).toBe("too-big");
  });

  test("rows have a limit", async () => {
    const many = sheetOf(Array.from({ length: 120 }, (_, n) => [712_000_000 + n]));
    expect(await codeOf(xlsx({ sheets: { One: many } }), { rows: 100 })).toBe("too-many-rows");
  });
});

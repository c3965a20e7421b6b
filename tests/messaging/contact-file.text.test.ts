import { parse } from "csv-parse/sync";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { guessMapping, refusedTitles } from "../../services/kit/contact-file/columns";
import { tokenizer } from "../../services/kit/contact-file/delimited";
import { FileProblem } from "../../services/kit/contact-file/problem";
import { csvStream } from "../../services/kit/csv";
import { readAll } from "./contact-file.fixtures";

const utf16le = (text: string) => Buffer.from(text, "utf16le");
const utf16be = (text: string) => Buffer.from(text, "utf16le").swap16();
const latin = (text: string) => Buffer.from(text, "latin1");

const asha = { e164: "+254712345678", name: "Asha Njeri" };
const zoe = { e164: "+254722418306", name: "Zoë Otieno" };
const table = "Name,Phone\nAsha Njeri,0712345678\nZoë Otieno,0722418306\n";

describe("messy text files give the same two contacts", () => {
  test.each<[string, string | Uint8Array, string]>([
    ["plain CSV", table, 'utf-8 ","'],
    ["no line end at the end", table.trimEnd(), 'utf-8 ","'],
    ["UTF-8 with a byte order mark", `\ufeff${table}`, 'utf-8 ","'],
    ["CR LF", table.replaceAll("\n", "\r\n"), 'utf-8 ","'],
    ["CR only", table.replaceAll("\n", "\r"), 'utf-8 ","'],
    ["mixed line ends", "Name,Phone\r\nAsha Njeri,0712345678\rZoë Otieno,0722418306\n", 'utf-8 ","'],
    ["semicolons", table.replaceAll(",", ";"), 'utf-8 ";"'],
    ["tabs", table.replaceAll(",", "\t"), 'utf-8 "\\t"'],
    ["pipes", table.replaceAll(",", "|"), 'utf-8 "|"'],
    ["Excel's sep= line", `sep=;\r\n${table.replaceAll(",", ";")}`, 'utf-8 ";"'],
    ["UTF-16LE with a mark", utf16le(`\ufeff${table}`), 'utf-16le ","'],
    ["UTF-16BE with a mark", utf16be(`\ufeff${table}`), 'utf-16be ","'],
    ["UTF-16LE without a mark", utf16le(table), 'utf-16le ","'],
    ["UTF-16BE without a mark", utf16be(table), 'utf-16be ","'],
    ["Excel's Unicode text", utf16le(`\ufeff${table.replaceAll(",", "\t")}`), 'utf-16le "\\t"'],
    ["Windows-1252", latin(table), 'windows-1252 ","'],
    ["everything quoted", table.replace(/[^,\n]+/g, '"$&"'), 'utf-8 ","'],
    ["blanks before quotes", table.replace(/[^,\n]+/g, ' "$&" '), 'utf-8 ","'],
    ["blank lines", table.replaceAll("\n", "\n\n , \n"), 'utf-8 ","'],
    ["NUL bytes", table.replaceAll("a", "a\0"), 'utf-8 ","'],
    ["no heading", table.replace("Name,Phone\n", ""), 'utf-8 ","'],
    ["no heading, number first", "0712345678,Asha Njeri\n0722418306,Zoë Otieno", 'utf-8 ","'],
    ["a title above the heading", `Customers 2026,,\n,,\n${table}`, 'utf-8 ","'],
    ["Swahili headings", table.replace("Name,Phone", "Jina,Nambari ya simu"), 'utf-8 ","'],
    [
      "first and last names",
      "First Name,Surname,MSISDN\nAsha,Njeri,254712345678\nZoë,Otieno,254722418306\n",
      'utf-8 ","',
    ],
    ["names with the delimiter", 'Name;Phone\n"Asha Njeri";0712 345 678\nZoë Otieno;0722,418,306\n', 'utf-8 ";"'],
    ["spoilt by Excel", "Name,Phone\nAsha Njeri,2.54712345678E+11\nZoë Otieno,722418306.0\n", 'utf-8 ","'],
    ["trailing commas", table.replaceAll("\n", ",,,\n"), 'utf-8 ","'],
    [
      "a long first column",
      `Notes,Name,Phone\n${"x ".repeat(10_000)},Asha Njeri,0712345678\n,Zoë Otieno,0722418306`,
      'utf-8 ","',
    ],
  ])("%s", async (_name, content, look) => {
    const read = await readAll(content);
    expect(read.contacts).toEqual([expect.objectContaining(asha), expect.objectContaining(zoe)]);
    expect(read.refused).toEqual([]);
    expect(read.look).toBe(look);
  });

  test("one column of numbers, with a heading and without", async () => {
    for (const content of ["0712345678\n0722 418 306\n", "Simu\n0712,345,678\n+254722418306"])
      expect((await readAll(content)).contacts.map(({ e164 }) => e164)).toEqual([asha.e164, zoe.e164]);
  });
});

describe("rows", () => {
  test("a refused row keeps its line, its reason and its cells", async () => {
    const read = await readAll(
      'Name,Phone,Town\n"Asha\nNjeri",0712345678,Nairobi\nOtieno,O722418306,Kisumu\n\nMary,+254 712 345 678,\nJohn,,Nakuru\nSum,#REF!,x\n',
    );
    expect(read.contacts).toEqual([
      {
        line: 2,
        e164: "+254712345678",
        foreign: false,
        network: "Safaricom",
        country: "KE",
        name: "Asha Njeri",
        fields: { town: "Nairobi" },
      },
    ]);
    expect(read.refused).toEqual([
      { line: 4, refused: "letters in the number", cells: ["Otieno", "O722418306", "Kisumu"] },
      { line: 6, refused: "the same number as line 2", repeated: true, cells: ["Mary", "+254 712 345 678", ""] },
      { line: 7, refused: "no phone number in this row", cells: ["John", "", "Nakuru"] },
      { line: 8, refused: "the cell holds an Excel error (#REF!)", cells: ["Sum", "#REF!", "x"] },
    ]);
  });

  test("numbers from abroad are taken and flagged", async () => {
    const { contacts } = await readAll("Phone,Name\n+255712345678,Juma\n0712345678,Asha\n");
    expect(contacts[0]).toMatchObject({ e164: "+255712345678", foreign: true, country: "TZ" });
  });

  test("email addresses, free columns and error cells", async () => {
    const { contacts } = await readAll(
      "Phone,Barua pepe,Amount Due (KES),Amount Due (KES),Phone,\n0712345678,asha@savanna.test,1500,#N/A,0733000000,9\n0722418306,not one, 20 ,b,,\n",
    );
    expect(contacts[0]?.email).toBe("asha@savanna.test");
    expect(contacts[0]?.fields).toEqual({ amount_due_kes: "1500", phone_2: "0733000000", column_6: "9" });
    expect(contacts[1]).toMatchObject({ fields: { amount_due_kes: "20", amount_due_kes_2: "b" }, note: /email/ });
    expect(contacts[1]).not.toHaveProperty("email");
  });

  test("rows shorter and longer than the heading", async () => {
    const { contacts, refused } = await readAll("Phone,Name\n0712345678\n0722418306,Zoë,extra,more\n");
    expect(contacts.map(({ name }) => name)).toEqual(["", "Zoë"]);
    expect(refused).toEqual([]);
  });

  test("a reading that is left early closes its file", async () => {
    const rows = Array.from({ length: 5000 }, (_, n) => `07${String(n).padStart(8, "0")}`).join("\n");
    expect((await readAll(rows)).contacts).toHaveLength(5000);
  });
});

async function problemWith(content: string | Uint8Array, limits = {}): Promise<FileProblem> {
  const error = await readAll(content, limits).then(
    () => undefined,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(FileProblem);
  const problem = error as FileProblem;
  expect(problem.message).toMatch(/^[A-Z].*\.$/);
  return problem;
}

describe("files that cannot be read say why in one sentence", () => {
  const rows = (count: number) =>
    Array.from({ length: count }, (_, n) => `Asha,07${String(n).padStart(8, "0")}`).join("\n");

  test.each<[string, string | Uint8Array, string]>([
    ["nothing", "", "empty"],
    ["only blanks", " \n\n , ,\n", "empty"],
    ["only a byte order mark", "\ufeff", "empty"],
    ["only a heading", "Name,Phone\n", "no-rows"],
    ["a picture", Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"), "not-a-table"],
    ["a photograph", Buffer.from("ffd8ffe000104a464946", "hex"), "not-a-table"],
    ["a PDF", "%PDF-1.7\n1 0 obj", "not-a-table"],
    ["a web page", "<!DOCTYPE html><html><table><tr><td>0712345678", "not-a-table"],
    ["a phone book", "BEGIN:VCARD\nTEL:0712345678\nEND:VCARD", "not-a-table"],
    ["JSON", '[{"phone":"0712345678"}]', "not-a-table"],
    ["a rich text document", "{\\rtf1\\ansi 0712345678}", "not-a-table"],
    ["a gzip archive", Buffer.from("1f8b0800000000000003", "hex"), "not-a-table"],
    ["noise", Buffer.from(Array.from({ length: 4000 }, (_, n) => (n * 7919 + (n >> 3) * 31) % 256)), "not-a-table"],
    ["no numbers in it", "Town,County\nThika,Kiambu\n", "no-phone-column"],
  ])("%s", async (_name, content, code) => expect((await problemWith(content)).code).toBe(code));

  test("an unclosed quote is named with its line, at the end of the file and long before it", async () => {
    const end = await problemWith(`Name,Phone\n${rows(3)}\n"Mary,0712345678\nJohn,0733000000\n`);
    expect(end).toMatchObject({ code: "unclosed-quote", line: 5 });
    const far = await problemWith(`Name,Phone\n${rows(3)}\n"Mary,0712345678\n${rows(50_000)}`);
    expect(far).toMatchObject({ code: "unclosed-quote", line: 5 });
    const swallowed = await problemWith('Name,Phone\nAsha,0712345678\n"Mary,0712345678\n"John",0733000000\n');
    expect(swallowed).toMatchObject({ code: "unclosed-quote", line: 3 });
  });

  test("limits: bytes, rows, columns and cells", async () => {
    expect((await problemWith(rows(100), { bytes: 500 })).code).toBe("too-big");
    expect((await problemWith(rows(100), { rows: 99 })).code).toBe("too-many-rows");
    expect((await problemWith(`0712345678${",x".repeat(300)}\n`)).code).toBe("too-many-columns");
    expect((await problemWith(`Name,Phone\n${"a".repeat(1_100_000)},0712345678\n`)).code).toBe("long-cell");
    expect((await readAll(`0712345678${",".repeat(5000)}\n`)).contacts).toHaveLength(1);
    expect((await problemWith(`0712345678,${"a,".repeat(600_000)}`)).code).toMatch(/too-many-columns|long-cell/);
  });

  test("a few damaged bytes do not turn every accent of the file into rubbish", async () => {
    const content = Buffer.concat([
      Buffer.from(`Name,Phone\n${"Zoë Müller,0712345678\n".repeat(50)}X`),
      latin("é"),
      Buffer.from(",0722418306\n"),
    ]);
    const { contacts } = await readAll(content);
    expect(contacts.map(({ name }) => name)).toEqual(["Zoë Müller", "X\ufffd"]);
  });
});

describe("the tokenizer", () => {
  const cell = fc.string({ unit: fc.constantFrom("a", "é", ",", '"', "\n", "\r\n", " ", "😀", "0"), maxLength: 12 });
  const grid = fc.array(fc.array(cell, { minLength: 2, maxLength: 4 }), { minLength: 1, maxLength: 12 });

  test("reads what RFC 4180 writes, however the text is cut into pieces", () => {
    fc.assert(
      fc.property(grid, fc.constantFrom("\n", "\r\n", "\r"), fc.integer({ min: 1, max: 9 }), (rows, end, size) => {
        const text = rows.map((cells) => cells.map((each) => `"${each.replaceAll('"', '""')}"`).join(",")).join(end);
        const reader = tokenizer(",");
        const found = [];
        for (let at = 0; at < text.length; at += size) found.push(...reader.push(text.slice(at, at + size)));
        found.push(...reader.end());
        expect(found.map(({ cells }) => cells)).toEqual(rows);
        let line = 1;
        for (const [n, row] of found.entries()) {
          expect(row.line).toBe(line);
          line += 1 + (rows[n] ?? []).join("").split("\n").length - 1;
        }
      }),
      { numRuns: 300 },
    );
  });

  test("never hangs or throws anything but a problem", () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('"', ",", "\n", "\r", "a", " ") }), (text) => {
        const reader = tokenizer(",");
        try {
          reader.push(text);
          reader.end();
        } catch (error) {
          expect(error).toBeInstanceOf(FileProblem);
        }
      }),
    );
  });
});

describe("columns", () => {
  const guess = (...rows: string[][]) => {
    const { headerLine, columns } = guessMapping(rows.map((cells, n) => ({ line: n + 1, cells })));
    return [headerLine, ...columns.map(({ role, field }) => (role === "field" ? field : role))];
  };

  test("by their headings in English and Swahili", () => {
    expect(
      guess(
        ["Jina la Kwanza", "Jina la ukoo", "Simu", "Barua pepe", "Salio"],
        ["Asha", "Njeri", "0712345678", "a@b.co", "5"],
      ),
    ).toEqual([1, "first_name", "last_name", "phone", "email", "salio"]);
    expect(guess(["FULL NAMES", "Mobile No.", "Email"], ["Asha", "bad", ""])).toEqual([1, "name", "phone", "email"]);
  });

  test("by what is in them", () => {
    expect(guess(["Asha Njeri", "asha@savanna.test", "0712345678"], ["Otieno", "o@b.co", "0722418306"])).toEqual([
      0,
      "name",
      "email",
      "phone",
    ]);
    expect(guess(["Who", "Reach"], ["Asha", "0712345678"], ["Otieno", "0722418306"])).toEqual([1, "who", "phone"]);
    expect(guess(["Number", "Contact"], ["17", "0712345678"], ["18", "0722418306"])).toEqual([1, "number", "phone"]);
  });

  test("our own titles of a refused file are passed over, empty columns too", () => {
    expect(guess(["Refused line", "Why refused", "Phone", ""], ["3", "letters", "0712345678", ""])).toEqual([
      1,
      "ignore",
      "ignore",
      "phone",
      "ignore",
    ]);
  });
});

test("the file of refused rows is safe to open and can be sent in again", async () => {
  const read = await readAll('Name,Phone\n=cmd(),O712345678\n"Njeri, Asha",+2547\nOtieno,-0722418306\n,0733000000');
  const rows = read.refused.map((row) => [row.line, row.refused, ...row.cells]);
  const csv = await new Response(csvStream([...refusedTitles, "Name", "Phone"], rows, "Africa/Nairobi")).text();
  const back = parse(csv) as string[][];
  expect(back).toEqual([
    ["Refused line", "Why refused", "Name", "Phone"],
    ["2", "letters in the number", "'=cmd()", "O712345678"],
    ["3", "too few digits", "Njeri, Asha", "'+2547"],
    ["4", "a minus sign in front of the number", "Otieno", "'-0722418306"],
  ]);
  const again = await readAll(csv.replace("O712345678", "0712345678").replace("'+2547", "+254722418306"));
  expect(again.contacts.map(({ name, e164, fields }) => ({ name, e164, fields }))).toEqual([
    { name: "=cmd()", e164: "+254712345678", fields: {} },
    { name: "Njeri, Asha", e164: "+254722418306", fields: {} },
  ]);
});

import { describe, expect, it, test } from "vitest";
import { addedWords, blacklistWords, leftOver } from "../../app/contacts/blacklist/blacklist-labels";
import { templateLink } from "../../app/contacts/upload/template";
import { rateBetween } from "../../app/kit/imports/rate";
import { refusedColumns, refusedTitles } from "../../app/kit/refused-rows";
import { asFile, problemText } from "../../app/kit/upload/upload.server";
import { maxBytes, size, tooBig } from "../../app/kit/upload/upload-limits";
import { uploadOutcome } from "../../app/kit/upload/upload-request";
import { refusedTitles as passedOver } from "../../services/kit/contact-file/columns";
import { maxBytes as taken } from "../../services/kit/contact-file/upload";
import { csvLine } from "../../services/kit/csv";
import { readParts } from "../../services/kit/multipart";

describe("what the pages say of a file is what the service does", () => {
  it("the most bytes", () => expect(maxBytes).toBe(taken));
  it("the headings of refused rows that are passed over when they come back", () =>
    expect([...refusedTitles]).toEqual([...passedOver]));
});

describe("a file", () => {
  it("that is too big is refused before it is sent, in words", () => {
    expect(tooBig(maxBytes)).toBeUndefined();
    expect(tooBig(71.2 * 1024 * 1024)).toBe(
      "The file has 71.2 MB; at most 60 MB can be sent. Split it into smaller files.",
    );
  });

  it.each([
    [12, "12 bytes"],
    [7_000, "7 kB"],
    [1_258_291, "1.2 MB"],
  ])("of %i bytes has %s", (bytes, words) => expect(size(bytes)).toBe(words));

  it("leads on to its import, and keeps the group that was chosen", () => {
    expect(uploadOutcome(200, "http://jibu.test/contacts/contact-group/import/12?group=7", "<html>")).toEqual({
      to: "/contacts/contact-group/import/12?group=7",
    });
  });

  it("that the gate turns away says why", () => {
    expect(uploadOutcome(413, "http://jibu.test/", '{"message":"That is too large."}')).toEqual({
      refused: "That is too large.",
    });
    expect(uploadOutcome(502, "http://jibu.test/", "{broken")).toMatchObject({
      refused: expect.stringContaining("nothing was changed"),
    });
  });

  it("is refused in the words at the file before those in general", () => {
    expect(problemText({ status: 422, message: "Mend it.", errors: { file: ["The file is empty."] } })).toBe(
      "The file is empty.",
    );
    expect(problemText({ status: 503, message: "Try again." })).toBe("Try again.");
  });
});

describe("pasted rows", () => {
  it("reach the upload call as a file, to the letter", async () => {
    const rows = "Simu\tJina\r\n0712345678\tNg’ang’a --x\r\n";
    const file = asFile(rows, "Pasted rows");
    const parts = [];
    for await (const part of readParts(file?.body ?? new ReadableStream(), file?.type ?? "", 10_000)) {
      const pieces: Uint8Array[] = [];
      for await (const piece of part.bytes()) pieces.push(piece);
      parts.push({ name: part.name, filename: part.filename, text: Buffer.concat(pieces).toString() });
    }
    expect(parts).toEqual([{ name: "file", filename: "Pasted rows", text: rows }]);
  });
});

test("the template has the service's columns and one row to imitate", () => {
  const text = decodeURIComponent(templateLink(["phone", "name", "loan_no"]).split(",").slice(1).join(","));
  expect(text).toBe("\ufeffphone,name,loan_no\r\n0712345678,Wanjiku Kamau,\r\n");
});

test("refused rows come with line and reason, then the file's own columns even where two have one name", () => {
  const columns = refusedColumns(["Simu", "Simu"]);
  const row = { line: 4, kind: "refused" as const, reason: "letters in the number", cells: ["=1+1", "+254712345678"] };
  expect(csvLine(columns.map(({ value }) => value?.(row)))).toBe("4,letters in the number,'=1+1,'+254712345678\r\n");
});

test("the rate is per second, and unknown until something has happened", () => {
  expect(rateBetween({ count: 0, at: 0 }, { count: 50_000, at: 2_000 })).toBe(25_000);
  expect(rateBetween({ count: 5, at: 0 }, { count: 5, at: 9_000 })).toBeUndefined();
  expect(rateBetween({ count: 900, at: 0 }, { count: 0, at: 9_000 })).toBeUndefined();
});

describe("numbers for the blacklist", () => {
  it("that cannot be used stay in the field, each with its reason", () => {
    const left = leftOver([{ line: 2, reason: "letters in the number", cells: ["O712"] }]);
    expect(left).toEqual({ text: "O712", errors: ["O712: letters in the number."] });
  });

  it("by the hundred are all kept, and the reasons of the first ten written out", () => {
    const left = leftOver(
      Array.from({ length: 100 }, (_, line) => ({ line, reason: "too few digits", cells: [String(line)] })),
    );
    expect(left.text.split("\n")).toHaveLength(100);
    expect(left.errors).toHaveLength(11);
    expect(left.errors.at(-1)).toBe("And 90 more that cannot be used.");
  });

  it.each([
    [1, 0, 0, "1 number blacklisted"],
    [1204, 2, 0, "1,204 numbers blacklisted; 2 numbers were on the list already"],
    [0, 0, 3, "No number was added; 3 numbers cannot be used"],
  ])("%i added, %i known, %i refused are said", (added, already, refused, words) =>
    expect(addedWords(added, already, refused)).toBe(words),
  );

  it.each([
    [3412, 12, 0, 3, "3,412 numbers added, 12 were on it, 3 rows could not be read."],
    [1, 1, 1, 1, "1 number added, 1 was on it, 1 row had a number that came before, 1 row could not be read."],
    [0, 5, 0, 0, "No number was added, 5 were on it."],
  ])("a file's %i added, %i known, %i repeated, %i refused are said", (added, updated, repeated, refused, words) =>
    expect(blacklistWords({ added, updated, repeated, refused })).toBe(words),
  );
});

import { expect, test } from "vitest";
import { MatchPreview } from "../../app/contacts/imports/preview";
import { WholeFile } from "../../app/kit/imports/expected";
import { render } from "../kit-ui/render";

const rowsOf = async (numbers: string[]) => {
  const rows = numbers.map((number) => [number]);
  const html = await render(<MatchPreview rows={rows} uses={["phone"]} />);
  return html.split("<tr>").slice(-numbers.length);
};

test("the preview promises nothing about a number from abroad: only the import can judge it", async () => {
  const [kenyan, abroad, landline] = await rowsOf(["0722000001", "0011 447911123456", "020 2222222"]);
  expect(kenyan).toContain("+254 722 000 001");
  expect(kenyan).not.toContain("abroad");
  expect(abroad).toContain("From abroad: checked when the import runs");
  expect(landline).toContain("Refused: a landline");
});

test("a number that comes again is not shown as good", async () => {
  const [first, second] = await rowsOf(["0722000001", "+254722000001"]);
  expect(first).not.toContain("Repeated");
  expect(second).toContain("Repeated: the same number as row 1 of these");
});

test("headings of merge fields are words, and a file of addresses has no column of phones", async () => {
  const html = await render(<MatchPreview rows={[["a@b.test", "7"]]} uses={["email", "field:loan_no"]} />);
  expect(html).toContain("Loan no");
  expect(html).not.toContain("Phone");
});

test("the whole file is counted before the import: what is good, refused, repeated and changed", async () => {
  const expected = { rows: 100_000, refused: 8_000, repeated: 5_000, noted: 12, whole: true, problem: "" };
  const text = async (given: Partial<typeof expected>, changed = false) =>
    (await render(<WholeFile expected={{ ...expected, ...given }} changed={changed} />)).replace(/<[^>]+>/g, "");
  expect(await text({})).toContain(
    "The whole file: 87,000 of 100,000 rows can be imported. 8,000 will be refused, 5,000 repeat a number that is in the file already and 12 will be imported with a change",
  );
  expect(await text({ whole: false }, true)).toMatch(
    /^The first rows: .*the import counts the rest.*as they were guessed/,
  );
  expect(await text({ problem: "A quotation mark on line 9 is never closed." })).toBe(
    "This file cannot be imported. A quotation mark on line 9 is never closed.",
  );
});

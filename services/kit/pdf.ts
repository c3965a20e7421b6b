import type PDFDocument from "pdfkit";

type PdfPage = InstanceType<typeof PDFDocument>;

const [green, ink, quiet, rule] = ["#0b6b4b", "#17201b", "#57635c", "#c9cfcb"];
const [left, right] = [50, 545];

/**
 * A document for a customer as a PDF, A4. Nothing in it is of the moment it is drawn: the same document is the same
 * bytes. @param at when it was issued; it also feeds the file's id
 */
export async function makePdf(
  about: { title: string; author: string; creator: string; at: Date },
  draw: (page: PdfPage) => void,
): Promise<Buffer> {
  const { default: Document } = await import("pdfkit");
  const { title, author, creator, at } = about;
  const page = new Document({
    size: "A4",
    margin: 50,
    lang: "en-GB",
    info: { Title: title, Author: author, Producer: author, Creator: creator, CreationDate: at, ModDate: at },
  });
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    page.on("data", (piece: Buffer) => pieces.push(piece));
    page.on("end", () => resolve(Buffer.concat(pieces)));
    page.on("error", reject);
    draw(page);
    page.end();
  });
}

/** The seller, what it is, and its number. */
export function drawHead(page: PdfPage, seller: string, title: string, number: string): void {
  page.rect(left, 50, 26, 26).fill(green);
  page
    .fillColor("#ffffff")
    .font("Helvetica-Bold")
    .fontSize(16)
    .text(plain(seller).slice(0, 1), left, 56, { width: 26, align: "center" });
  page
    .fillColor(ink)
    .fontSize(16)
    .text(plain(seller), left + 36, 56, { width: 220 });
  page.fontSize(20).text(title, 300, 52, { width: right - 300, align: "right" });
  page
    .font("Helvetica")
    .fontSize(11)
    .fillColor(quiet)
    .text(number, 300, 78, { width: right - 300, align: "right" });
}

/** Names with values, at the right. Answers where the next thing can stand. */
export function drawFacts(page: PdfPage, facts: readonly (readonly [string, string])[], top: number): number {
  let y = top;
  for (const [name, value] of facts) {
    page.font("Helvetica").fontSize(9).fillColor(quiet).text(name, 340, y, { width: 70 });
    page.fillColor(ink).text(plain(value), 410, y, { width: right - 410, align: "right" });
    y += 15;
  }
  return y;
}

/** One of the two that it is between: the name, and what else is known. Stands at `x` of two places. */
export function drawParty(page: PdfPage, label: string, name: string, lines: readonly string[], at: "from" | "to") {
  const x = at === "from" ? left : 195;
  page.font("Helvetica").fontSize(9).fillColor(quiet).text(label, x, 118, { width: 135 });
  page.font("Helvetica-Bold").fontSize(10).fillColor(ink).text(plain(name), { width: 135 });
  page.font("Helvetica").fontSize(9);
  for (const line of lines) if (line) page.text(plain(line), { width: 135 });
}

const columns = [
  { x: 310, width: 60 },
  { x: 370, width: 80 },
  { x: 450, width: right - 450 },
];

/** Rows of a description and three figures; the head is on each page. Answers where the next thing can stand. */
export function drawRows(
  page: PdfPage,
  head: readonly [string, string, string, string],
  rows: readonly { text: string; note?: string; figures: readonly [string, string, string] }[],
  top: number,
): number {
  const figures = (values: readonly string[], y: number) => {
    for (const [place, { x, width }] of columns.entries())
      page.text(values[place] ?? "", x, y, { width, align: "right" });
  };
  const drawn = (y: number) => {
    page.font("Helvetica-Bold").fontSize(9).fillColor(quiet);
    page.text(head[0], left, y, { width: 255 });
    figures(head.slice(1), y);
    page
      .moveTo(left, y + 15)
      .lineTo(right, y + 15)
      .lineWidth(1)
      .strokeColor(rule)
      .stroke();
    return y + 22;
  };
  let y = drawn(top);
  for (const { text, note, figures: values } of rows) {
    const said = plain(note === undefined ? text : `${text} (${note})`);
    const tall = page.font("Helvetica").fontSize(10).heightOfString(said, { width: 255 });
    if (y + tall > 700) {
      page.addPage();
      y = drawn(50);
      page.font("Helvetica").fontSize(10);
    }
    page.fillColor(ink).text(said, left, y, { width: 255 });
    figures(values, y);
    y += tall + 7;
  }
  page.moveTo(left, y).lineTo(right, y).strokeColor(rule).stroke();
  return y;
}

/** What the rows come to; the last one is the total. */
export function drawTotals(page: PdfPage, totals: readonly (readonly [string, string])[], top: number): void {
  let y = top;
  for (const [place, [name, value]] of totals.entries()) {
    const bold = place === totals.length - 1;
    page
      .font(bold ? "Helvetica-Bold" : "Helvetica")
      .fontSize(bold ? 12 : 10)
      .fillColor(ink);
    page.text(name, 330, y, { width: 110 });
    page.text(value, 440, y, { width: right - 440, align: "right" });
    y += bold ? 20 : 16;
  }
  page.y = y;
}

/** Words below everything else. */
export function drawNote(page: PdfPage, note: string): void {
  page
    .font("Helvetica")
    .fontSize(9)
    .fillColor(quiet)
    .text(plain(note, true), left, page.y + 24, { width: right - left });
}

/** The built-in fonts know Windows-1252; what they can't draw becomes a question mark instead of rubbish. */
function plain(text: string, several = false): string {
  const known = text
    .normalize("NFC")
    .replace(/\r\n?/g, "\n")
    .replace(/[^\n\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u20ac]/g, "?");
  return several ? known : known.replaceAll("\n", " ");
}

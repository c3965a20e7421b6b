import type PDFDocument from "pdfkit";
import { brand } from "../../../rules/brand";
import { commas, showDay } from "../../../rules/format";
import { showKes } from "../../../rules/money";
import type { Invoice, Party } from "../contract.invoices";

type Page = InstanceType<typeof PDFDocument>;

const titles = { tax: "Tax invoice", proforma: "Pro forma invoice", credit: "Credit note" } as const;
const [green, ink, quiet, rule] = ["#0b6b4b", "#17201b", "#57635c", "#c9cfcb"];
const [left, right] = [50, 545];

/** The document as a PDF, A4. Nothing in it is of the moment it is drawn: the same invoice is the same bytes. */
export async function invoicePdf(invoice: Invoice, account: string): Promise<Buffer> {
  const { default: Document } = await import("pdfkit");
  const issued = new Date(invoice.issued_at);
  const info = {
    Title: `${titles[invoice.kind]} ${invoice.number}`,
    Author: invoice.seller.name,
    Producer: invoice.seller.name,
  };
  // CreationDate also feeds the file's id.
  const page = new Document({
    size: "A4",
    margin: 50,
    lang: "en-GB",
    info: { ...info, Creator: brand.name, CreationDate: issued, ModDate: issued },
  });
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = [];
    page.on("data", (piece: Buffer) => pieces.push(piece));
    page.on("end", () => resolve(Buffer.concat(pieces)));
    page.on("error", reject);
    draw(page, invoice, account);
    page.end();
  });
}

function draw(page: Page, invoice: Invoice, account: string): void {
  page.rect(left, 50, 26, 26).fill(green);
  page
    .fillColor("#ffffff")
    .font("Helvetica-Bold")
    .fontSize(16)
    .text(invoice.seller.name.slice(0, 1), left, 56, { width: 26, align: "center" });
  page
    .fillColor(ink)
    .fontSize(16)
    .text(plain(invoice.seller.name), left + 36, 56);
  page.fontSize(20).text(titles[invoice.kind], 300, 52, { width: right - 300, align: "right" });
  page
    .font("Helvetica")
    .fontSize(11)
    .fillColor(quiet)
    .text(invoice.number, 300, 78, { width: right - 300, align: "right" });

  let y = 118;
  const facts: [string, string][] = [
    ["Date", showDay(invoice.issued_at)],
    ...(invoice.due_at && invoice.kind === "proforma" ? [["Pay by", showDay(invoice.due_at)] as [string, string]] : []),
    ...(invoice.period_from && invoice.period_to
      ? [["Period", `${dots(invoice.period_from)} - ${dots(invoice.period_to)}`] as [string, string]]
      : []),
    ...(invoice.refers_to && invoice.kind !== "proforma"
      ? [[invoice.kind === "credit" ? "Takes back" : "Pays", invoice.refers_to.number] as [string, string]]
      : []),
    // Numbers run by account, so the account belongs to the number.
    ["Account", account],
    ["Status", statusOf(invoice)],
  ];
  for (const [name, value] of facts) {
    page.font("Helvetica").fontSize(9).fillColor(quiet).text(name, 340, y, { width: 70 });
    page.fillColor(ink).text(value, 410, y, { width: right - 410, align: "right" });
    y += 15;
  }
  party(page, "From", invoice.seller, 118, left);
  party(page, "To", invoice.buyer, 118, 195);

  y = lines(page, invoice, Math.max(y, page.y, 230) + 18);
  totals(page, invoice, y + 8);
  const note =
    invoice.kind === "proforma"
      ? `This is not a tax invoice; one follows when it is paid. ${invoice.note}`
      : invoice.note;
  if (note)
    page
      .font("Helvetica")
      .fontSize(9)
      .fillColor(quiet)
      .text(plain(note), left, page.y + 24, { width: right - left });
}

function party(page: Page, label: string, who: Party, y: number, x: number): void {
  page.font("Helvetica").fontSize(9).fillColor(quiet).text(label, x, y, { width: 135 });
  page.font("Helvetica-Bold").fontSize(10).fillColor(ink).text(plain(who.name), { width: 135 });
  page.font("Helvetica").fontSize(9);
  for (const line of [who.address, who.phone, who.email, who.kra_pin && `KRA PIN ${who.kra_pin}`])
    if (line) page.text(plain(line), { width: 135 });
}

function lines(page: Page, invoice: Invoice, top: number): number {
  const head = (y: number) => {
    page.font("Helvetica-Bold").fontSize(9).fillColor(quiet);
    page.text("Description", left, y, { width: 260 });
    page.text("Quantity", 310, y, { width: 60, align: "right" });
    page.text("Price", 370, y, { width: 80, align: "right" });
    page.text("Amount", 450, y, { width: right - 450, align: "right" });
    page
      .moveTo(left, y + 15)
      .lineTo(right, y + 15)
      .lineWidth(1)
      .strokeColor(rule)
      .stroke();
    return y + 22;
  };
  let y = head(top);
  for (const { description, quantity, unit_cents, net_cents } of invoice.lines) {
    const tall = page.font("Helvetica").fontSize(10).heightOfString(plain(description), { width: 255 });
    if (y + tall > 700) {
      page.addPage();
      y = head(50);
      page.font("Helvetica").fontSize(10);
    }
    page.fillColor(ink).text(plain(description), left, y, { width: 255 });
    page.text(commas(quantity), 310, y, { width: 60, align: "right" });
    page.text(bare(unit_cents), 370, y, { width: 80, align: "right" });
    page.text(bare(net_cents), 450, y, { width: right - 450, align: "right" });
    y += tall + 7;
  }
  page.moveTo(left, y).lineTo(right, y).strokeColor(rule).stroke();
  return y;
}

function totals(page: Page, invoice: Invoice, top: number): void {
  let y = top;
  const row = (name: string, value: string, bold = false) => {
    page
      .font(bold ? "Helvetica-Bold" : "Helvetica")
      .fontSize(bold ? 12 : 10)
      .fillColor(ink);
    page.text(name, 330, y, { width: 110 });
    page.text(value, 440, y, { width: right - 440, align: "right" });
    y += bold ? 20 : 16;
  };
  row("Before VAT", showKes(invoice.net_cents));
  row(`VAT ${invoice.vat_percent} %`, showKes(invoice.vat_cents));
  row(invoice.kind === "credit" ? "Taken back" : "Total", showKes(invoice.total_cents), true);
  page.y = y;
}

function statusOf(invoice: Invoice): string {
  if (invoice.kind === "credit") return "Paid back to the balance";
  if (invoice.state === "paid") return "Paid";
  return invoice.state === "open" ? "To be paid" : invoice.state === "cancelled" ? "Cancelled" : "Expired";
}

function bare(cents: number): string {
  return showKes(cents).replace("KES ", "");
}

function dots(day: string): string {
  return day.replaceAll("-", ".");
}

/** The built-in fonts know Windows-1252; what they can't draw becomes a question mark instead of rubbish. */
function plain(text: string): string {
  return text.normalize("NFC").replace(/[^\u0020-\u007e\u00a0-\u00ff\u2013\u2014\u2018\u2019\u201c\u201d\u20ac]/g, "?");
}

import { brand } from "../../../rules/brand";
import { commas, showDay } from "../../../rules/format";
import { showKes } from "../../../rules/money";
import { drawFacts, drawHead, drawNote, drawParty, drawRows, drawTotals, makePdf } from "../../kit/pdf";
import type { Invoice, Party } from "../contract.invoices";

const titles = { tax: "Tax invoice", proforma: "Pro forma invoice", credit: "Credit note" } as const;

/** The document as a PDF, A4. Nothing in it is of the moment it is drawn: the same invoice is the same bytes. */
export function invoicePdf(invoice: Invoice, account: string): Promise<Buffer> {
  const { kind, number, seller, buyer } = invoice;
  const about = { title: `${titles[kind]} ${number}`, author: seller.name, creator: brand.name };
  return makePdf({ ...about, at: new Date(invoice.issued_at) }, (page) => {
    drawHead(page, seller.name, titles[kind], number);
    const y = drawFacts(page, invoiceFacts(invoice, account), 118);
    drawParty(page, "From", seller.name, partyLines(seller), "from");
    drawParty(page, "To", buyer.name, partyLines(buyer), "to");
    const rows = invoice.lines.map(({ description, quantity, unit_cents, net_cents }) => ({
      text: description,
      figures: [commas(quantity), bare(unit_cents), bare(net_cents)] as const,
    }));
    const end = drawRows(page, ["Description", "Quantity", "Price", "Amount"], rows, Math.max(y, page.y, 230) + 18);
    const totals = [
      ["Before VAT", showKes(invoice.net_cents)],
      [`VAT ${invoice.vat_percent} %`, showKes(invoice.vat_cents)],
      [kind === "credit" ? "Taken back" : "Total", showKes(invoice.total_cents)],
    ] as const;
    drawTotals(page, totals, end + 8);
    const note =
      kind === "proforma" ? `This is not a tax invoice; one follows when it is paid. ${invoice.note}` : invoice.note;
    if (note) drawNote(page, note);
  });
}

function invoiceFacts(invoice: Invoice, account: string): [string, string][] {
  return [
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
}

function partyLines({ address, phone, email, kra_pin }: Party): string[] {
  return [address, phone, email, kra_pin && `KRA PIN ${kra_pin}`].filter(Boolean);
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

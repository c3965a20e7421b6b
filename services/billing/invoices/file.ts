import { showDay } from "../../../rules/format";
import { csvLine } from "../../kit/csv";
import type { Invoice } from "../contract.invoices";
import { invoicePdf } from "./pdf";

/** An invoice as a download. */
export async function loadFile(invoice: Invoice, format: "pdf" | "csv", account: string) {
  const bytes = format === "pdf" ? await invoicePdf(invoice, account) : Buffer.from(`\ufeff${invoiceCsv(invoice)}`);
  const type = format === "pdf" ? "application/pdf" : "text/csv; charset=utf-8";
  return { name: `${invoice.number}.${format}`, type, base64: bytes.toString("base64") };
}

/** One row a line, then VAT and total: what a book-keeper's program reads. Amounts in shillings. */
function invoiceCsv(invoice: Invoice): string {
  const about = [
    invoice.number,
    showDay(invoice.issued_at).replaceAll(".", "-"),
    invoice.buyer.name,
    invoice.buyer.kra_pin,
  ];
  const shillings = (cents: number) => Number((cents / 100).toFixed(2));
  return [
    csvLine(["number", "date", "customer", "kra_pin", "description", "quantity", "price", "amount"]),
    ...invoice.lines.map((line) =>
      csvLine([...about, line.description, line.quantity, shillings(line.unit_cents), shillings(line.net_cents)]),
    ),
    csvLine([...about, `VAT ${invoice.vat_percent} %`, "", "", shillings(invoice.vat_cents)]),
    csvLine([...about, "Total", "", "", shillings(invoice.total_cents)]),
  ].join("");
}

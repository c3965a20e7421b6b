import { brand } from "../../../rules/brand";
import { formatMoney } from "../../../rules/crm-money";
import { vatModeNames, vatNames } from "../../../rules/quotes";
import { drawFacts, drawHead, drawNote, drawParty, drawRows, drawTotals, makePdf } from "../../kit/pdf";
import type { QuoteDocument } from "../contract.quotes";

/** A quote as a download. */
export async function quoteFile(document: QuoteDocument): Promise<{ name: string; base64: string }> {
  return { name: `quote-${document.number}.pdf`, base64: (await quotePdf(document)).toString("base64") };
}

/** A PDF, A4: the same document is the same bytes. */
function quotePdf(document: QuoteDocument): Promise<Buffer> {
  const { number, version, seller, buyer, currency, vat_mode, lines } = document;
  const title = `Quote ${number}`;
  const at = new Date(`${document.issued_on ?? document.valid_until}T00:00:00Z`);
  return makePdf({ title, author: seller.name, creator: brand.name, at }, (page) => {
    drawHead(page, seller.name, document.issued_on === null ? "Draft of a quote" : "Quote", String(number));
    const facts = [
      ["Date", document.issued_on ?? "Not sent yet"],
      ["Valid until", document.valid_until],
      ...(version > 1 ? [["Version", String(version)] as const] : []),
      ["From", document.by],
    ] as const;
    const y = drawFacts(page, facts, 118);
    const pin = seller.kra_pin && `KRA PIN ${seller.kra_pin}`;
    drawParty(page, "From", seller.name, [seller.phone, pin], "from");
    const company = buyer.company === buyer.name ? "" : buyer.company;
    drawParty(page, "To", buyer.name, [company, buyer.phone, buyer.email], "to");
    const rows = lines.map(({ name, quantity, price_cents, vat, net_cents, total_cents }) => ({
      text: name,
      note: vatNames[vat],
      figures: [
        quantity.toLocaleString("en-KE"),
        bare(price_cents),
        bare(vat_mode === "added" ? net_cents : total_cents),
      ] as const,
    }));
    const end = drawRows(page, ["Description", "Quantity", "Price", "Amount"], rows, Math.max(y, page.y, 230) + 18);
    const totals = [
      ["Before VAT", formatMoney(document.net_cents, currency)] as const,
      [vatNames.standard, formatMoney(document.vat_cents, currency)] as const,
      ["Total", formatMoney(document.total_cents, currency)] as const,
    ];
    drawTotals(page, totals, end + 8);
    drawNote(page, [`${vatModeNames[vat_mode]}.`, document.terms].filter(Boolean).join("\n\n"));
  });

  function bare(cents: number): string {
    return formatMoney(cents, "").trim();
  }
}

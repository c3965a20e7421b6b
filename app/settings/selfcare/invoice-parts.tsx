import { commas, showDay } from "../../../rules/format";
import { showKes } from "../../../rules/money";
import type { Invoice, Party } from "../../../services/billing/contract.invoices";
import { href } from "../../href";
import { invoiceStatus } from "../../kit/money/labels";
import { DescriptionList } from "../../kit/ui/description-list";
import { Link } from "../../kit/ui/link";
import { Status } from "../../kit/ui/status";

const self = "/settings/selfcare/invoices/:id";

function partyOf({ name, address, email, phone, kra_pin }: Party) {
  const rest = [address, email, phone, kra_pin && `KRA PIN ${kra_pin}`].filter(Boolean).join(", ");
  return { value: name || "Not given", ...(rest ? { note: rest } : {}) };
}

/** Who, when and what state. */
export function InvoiceFacts({ invoice, zone }: { invoice: Invoice; zone: string }) {
  const { kind, word } = invoiceStatus[invoice.state];
  const day = (at: string | null) => (at ? showDay(at, zone) : "");
  const period = [day(invoice.period_from), day(invoice.period_to)].filter(Boolean).join(" to ");
  return (
    <DescriptionList
      facts={[
        {
          label: "Status",
          value: <Status kind={kind}>{word}</Status>,
          ...(invoice.note ? { note: invoice.note } : {}),
        },
        { label: "Issued", value: day(invoice.issued_at) },
        ...(invoice.due_at ? [{ label: "Due by", value: day(invoice.due_at) }] : []),
        ...(invoice.paid_at ? [{ label: "Paid", value: day(invoice.paid_at) }] : []),
        ...(period ? [{ label: "Period", value: period }] : []),
        ...(invoice.refers_to
          ? [
              {
                label: "Refers to",
                value: (
                  <Link className="link" to={href(self, { id: invoice.refers_to.id })}>
                    {invoice.refers_to.number}
                  </Link>
                ),
              },
            ]
          : []),
        { label: "From", ...partyOf(invoice.seller) },
        { label: "To", ...partyOf(invoice.buyer) },
      ]}
    />
  );
}

/** The lines with net, VAT and total. */
export function InvoiceLines({ invoice }: { invoice: Invoice }) {
  return (
    <section className="card" aria-label="Lines">
      <section
        className="list-box overflow-x-auto"
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
        tabIndex={0}
        aria-label="Lines, table"
      >
        <table className="list">
          <thead>
            <tr>
              <th scope="col">Description</th>
              <th scope="col" className="r max-sm:hidden">
                Quantity
              </th>
              <th scope="col" className="r max-sm:hidden">
                Price
              </th>
              <th scope="col" className="r">
                Net
              </th>
            </tr>
          </thead>
          <tbody>
            {invoice.lines.map((line) => (
              <tr key={line.description}>
                <td className="whitespace-normal!">{line.description}</td>
                <td className="r max-sm:hidden">{commas(line.quantity)}</td>
                <td className="r max-sm:hidden">{showKes(line.unit_cents)}</td>
                <td className="r">{showKes(line.net_cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
      <dl className="ml-auto grid max-w-80 gap-1 border-t border-line p-4">
        {[
          ["Net", invoice.net_cents],
          [`VAT ${invoice.vat_percent}%`, invoice.vat_cents],
          ["Total", invoice.total_cents],
          ...(invoice.credited_cents > 0 ? [["Credited back", invoice.credited_cents]] : []),
        ].map(([label, cents]) => (
          <div key={label} className="flex justify-between gap-4">
            <dt className={label === "Total" ? "font-semibold" : "text-quiet"}>{label}</dt>
            <dd className={`num ${label === "Total" ? "font-semibold" : ""}`}>{showKes(Number(cents))}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

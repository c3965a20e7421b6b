import { sayDay } from "../../../rules/calendar";
import { formatMoney } from "../../../rules/crm-money";
import { vatModeNames, vatNames } from "../../../rules/quotes";
import type { QuoteDocument } from "../../../services/crm/contract.quotes";
import { LineList } from "./line-list";

/** A quote as the customer reads it: whose it is, its lines, what they come to, until when it is valid, and the terms. */
export function QuotePaper({ document }: { document: QuoteDocument }) {
  const { seller, buyer, currency, vat_mode, lines, net_cents, vat_cents, total_cents, valid_until, terms } = document;
  const money = (cents: number) => formatMoney(cents, currency);
  return (
    <div className="grid gap-5">
      <div className="grid gap-4 sm:grid-cols-3">
        <Party label="From" name={seller.name} lines={[seller.phone, seller.kra_pin && `KRA PIN ${seller.kra_pin}`]} />
        <Party
          label="To"
          name={buyer.name}
          lines={[buyer.company === buyer.name ? "" : buyer.company, buyer.phone, buyer.email]}
        />
        <Party
          label="Valid until"
          name={sayDay(valid_until, "short")}
          lines={[document.issued_on ? `Sent on ${sayDay(document.issued_on, "short")}` : "Not sent yet", document.by]}
        />
      </div>
      <LineList
        className="border-y"
        lines={lines.map(({ name, quantity, price_cents, vat, net_cents: net, total_cents: total }) => ({
          name,
          detail: `${quantity.toLocaleString("en-KE")} × ${money(price_cents)}, ${vatNames[vat]}`,
          amount: money(vat_mode === "added" ? net : total),
        }))}
      />
      <dl className="num ml-auto grid w-full max-w-72 grid-cols-[1fr_auto] gap-x-4 gap-y-1">
        <dt className="text-quiet">Before VAT</dt>
        <dd className="text-right">{money(net_cents)}</dd>
        <dt className="text-quiet">{vatNames.standard}</dt>
        <dd className="text-right">{money(vat_cents)}</dd>
        <dt className="font-semibold">Total</dt>
        <dd className="text-right font-semibold">{money(total_cents)}</dd>
      </dl>
      <p className="text-sm text-quiet">{vatModeNames[vat_mode]}.</p>
      {terms && (
        <div>
          <h2 className="text-sm font-semibold">Terms</h2>
          <p className="mt-1 whitespace-pre-wrap wrap-anywhere">{terms}</p>
        </div>
      )}
    </div>
  );
}

function Party({ label, name, lines }: { label: string; name: string; lines: readonly string[] }) {
  return (
    <div className="min-w-0 wrap-anywhere">
      <p className="text-sm text-quiet">{label}</p>
      <p className="font-medium">{name}</p>
      {lines.filter(Boolean).map((line) => (
        <p key={line} className="text-sm">
          {line}
        </p>
      ))}
    </div>
  );
}

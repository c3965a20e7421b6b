import { commas } from "../../../rules/format";
import { showKes } from "../../../rules/money";
import type { BlastDetail } from "../../../services/messaging/contract.blasts";
import { href } from "../../href";
import { sayParts, saySum } from "../../kit/compose/cost-labels";
import { eachPart, priceLines } from "../../kit/destinations";
import { KeyValues } from "../../kit/ui/description-list";
import { Link } from "../../kit/ui/link";
import { stillHeld } from "./blast-figures";

/** What was held, and what became of it: the four always add up. */
export function MoneyCard({ blast }: { blast: BlastDetail }) {
  const { status, held_cents, charged_cents, released_cents, price } = blast;
  const over = status === "sent" || status === "failed" || status === "cancelled";
  return (
    <section className="card" aria-label="Money">
      <div className="card-head">
        <h2>Money</h2>
      </div>
      <div className="p-4">
        <KeyValues
          rows={
            status === "draft"
              ? [{ label: "Cost", value: showKes(blast.cost_cents), strong: true }]
              : [
                  { label: "Reserved at the start", value: showKes(held_cents) },
                  { label: over ? "Charged" : "Charged so far", value: showKes(charged_cents) },
                  ...(blast.refunded_cents > 0
                    ? [{ label: "Refunded: not delivered", value: showKes(blast.refunded_cents) }]
                    : []),
                  { label: "Refunded: not sent", value: showKes(released_cents) },
                  { label: "Still reserved", value: showKes(stillHeld(blast)), strong: true },
                ]
          }
        />
        <div className="mt-3 border-t border-line pt-3">
          <KeyValues
            rows={[
              { label: "Total parts", value: commas(blast.parts) },
              ...priceLines(price),
              ...(price.lines.length < 2 ? [{ label: "Price", value: eachPart(price) }] : []),
            ]}
          />
        </div>
      </div>
    </section>
  );
}

/** Why messages failed, most first; each leads to the messages that failed. */
export function ReasonsCard({ blast: { id, failed, reasons }, maySend }: { blast: BlastDetail; maySend: boolean }) {
  const to = href("/sms/history/:id/messages", { id }, { status: "failed" });
  return (
    <section className="card" aria-label="Why messages failed">
      <div className="card-head">
        <h2>{failed === 0 ? "Failures" : `Why ${commas(failed)} failed`}</h2>
        {failed > 0 && (
          <Link className="link ml-auto text-sm" to={to}>
            See them
          </Link>
        )}
      </div>
      {reasons.length === 0 ? (
        <p className="p-4 text-sm text-quiet">
          {failed === 0 ? "No message has failed." : "The network gave no reason."}
        </p>
      ) : (
        <dl className="divide-y divide-line text-sm">
          {reasons.map(({ reason, messages }) => (
            <div key={reason} className="flex gap-3 px-4 py-2.5">
              <dt className="min-w-0 flex-1 wrap-anywhere">{reason}</dt>
              <dd className="num">{commas(messages)}</dd>
            </div>
          ))}
        </dl>
      )}
      {maySend && failed > 0 && (
        <p className="border-t border-line px-4 py-2.5 text-sm">
          <Link className="link" to={href("/sms/express", undefined, { failed: id })}>
            Correct and send again
          </Link>
        </p>
      )}
    </section>
  );
}

/** The message, and how many it reached in how many parts. */
export function TextCard({ blast }: { blast: BlastDetail }) {
  return (
    <section className="card" aria-label="Message">
      <div className="card-head">
        <h2>Message</h2>
      </div>
      <div className="p-4">
        <p className="max-h-40 overflow-y-auto wrap-anywhere whitespace-pre-wrap">{blast.body}</p>
        <p className="num mt-2 text-sm text-quiet">{sayParts(blast.price)}</p>
        <p className="num text-sm text-quiet">{saySum(blast.price, blast.kind)}</p>
      </div>
    </section>
  );
}

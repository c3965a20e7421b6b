import { commas } from "../../../rules/format";
import { showKes } from "../../../rules/money";
import type { Blast } from "../../../services/messaging/contract.blasts";
import type { Price } from "../../../services/messaging/contract.price";
import { eachPart, priceLines } from "../destinations";
import { KeyValues } from "../ui/description-list";
import type { ComposeChannel } from "./channel";
import { lacking, leftOut, sayParts, sayUnapproved, some } from "./cost-labels";
import { sayEnd, sayWhen } from "./send-time";

type CostPanelProps = {
  sender?: string;
  channel: ComposeChannel;
  kind: Blast["kind"];
  price: Price | undefined;
  counting: boolean;
  trouble: readonly string[];
  zone?: string;
};

/** Who gets it and what it costs, before anything is pressed that costs. */
export function CostPanel({ kind, channel, sender = "", price, counting, trouble, zone }: CostPanelProps) {
  return (
    <section className="card" aria-label="Cost" aria-busy={counting}>
      <div className="card-head">
        <h2>Cost</h2>
        <span className="num ml-auto text-xs text-quiet" role="status">
          {counting ? "Counting" : price && eachPart(price, channel.unit)}
        </span>
      </div>
      {price ? <Sum {...{ kind, channel, sender, price, zone }} /> : <Nothing {...{ trouble, kind, channel }} />}
    </section>
  );
}

function Nothing({ trouble, kind, channel }: Pick<CostPanelProps, "trouble" | "kind" | "channel">) {
  if (trouble.length > 0) {
    return (
      <div className="p-4 text-sm" role="status">
        <p className="font-medium">Not counted yet</p>
        <ul className="mt-1 text-quiet">
          {trouble.slice(0, 5).map((words) => (
            <li key={words} className="wrap-anywhere">
              {words}
            </li>
          ))}
        </ul>
      </div>
    );
  }
  const first = kind === "bulk" ? "Choose a group" : channel.recipient ? "Enter an address" : "Enter a number";
  return (
    <p className="p-4 text-sm text-quiet">
      <span className="[@media(scripting:none)]:hidden">{first} and write the message: the exact cost shows here.</span>
      <span className="hidden [@media(scripting:none)]:inline">
        {first}, write the message and press Show the cost. Nothing is sent.
      </span>
    </p>
  );
}

type SumProps = Pick<CostPanelProps, "kind" | "channel"> & { sender: string; price: Price; zone: string | undefined };

function Sum({ kind, channel: { unit, recipient }, sender, price, zone }: SumProps) {
  const unapproved = sayUnapproved(price, sender);
  const short = lacking(price.cost_cents, price.balance_cents);
  const less = leftOut(price).map(({ label, count }) => ({ label, value: count > 0 ? `− ${commas(count)}` : "0" }));
  const abroad = price.foreign > 0 ? [{ label: "Abroad", value: commas(price.foreign) }] : [];
  return (
    <div className="grid gap-3 p-4">
      <KeyValues
        rows={[
          {
            label: kind === "bulk" ? "In the groups" : recipient ? "Addresses" : "Numbers",
            value: commas(price.in_groups),
          },
          ...less,
          { label: "Recipients", value: commas(price.recipients), strong: true },
          ...abroad,
        ]}
      />
      {price.by_parts.length > 0 && (
        <div className="border-t border-line pt-3">
          <Histogram price={price} unit={unit} />
        </div>
      )}
      <div className="border-t border-line pt-3">
        <KeyValues
          rows={[
            ...priceLines(price),
            { label: some(price.parts, unit), value: showKes(price.cost_cents), strong: true },
            { label: "Balance after", value: showKes(price.balance_after_cents) },
          ]}
        />
        {zone && price.forecast && <Times forecast={price.forecast} zone={zone} />}
        {unapproved && (
          <p className="num mt-2 text-sm font-medium text-warn" role="status">
            {unapproved}
          </p>
        )}
        {short > 0 && (
          <p className="num mt-2 text-sm font-medium text-bad" role="status">
            The balance is {showKes(short)} too low.
          </p>
        )}
      </div>
    </div>
  );
}

/** When it leaves if it is sent now, and about when the last message does. */
function Times({ forecast, zone }: { forecast: NonNullable<Price["forecast"]>; zone: string }) {
  const leaves = forecast.leaves_at && `Leaves ${sayWhen(zone, new Date(forecast.leaves_at))}.`;
  const words = [leaves, sayEnd(forecast, zone)].filter(Boolean).join(" ");
  return words ? <p className="num mt-2 text-sm text-quiet">{words}</p> : null;
}

/** How many messages have 1 part, 2 parts, … A figure drawn as SVG, since the content policy refuses style attributes. */
function Histogram({ price, unit }: { price: Price; unit: string }) {
  const most = Math.max(...price.by_parts.map((row) => row.recipients));
  return (
    <div className="num grid gap-1.5 text-xs" role="img" aria-label={sayParts(price, unit)}>
      {price.by_parts.map(({ parts, recipients }) => (
        <div key={parts} className="grid grid-cols-[52px_1fr_auto] items-center gap-2">
          <span className="text-quiet">{some(parts, unit)}</span>
          <svg className="bar" aria-hidden="true" focusable="false">
            <rect width={`${Math.max(1, (recipients / most) * 100)}%`} height="100%" className="fill-brand" />
          </svg>
          <span className="min-w-10 text-right">{commas(recipients)}</span>
        </div>
      ))}
    </div>
  );
}

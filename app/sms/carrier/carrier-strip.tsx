import { showDate } from "../../../rules/format";
import type { CarrierHealth } from "../../../services/messaging/contract.health";
import { StatStrip } from "../../kit/ui/stat";
import { Status } from "../../kit/ui/status";

type Carrier = CarrierHealth["carriers"][number];

/** How the links to the networks do, over the last 15 minutes. */
export function CarrierStrips({ carriers, zone }: { carriers: readonly Carrier[]; zone: string }) {
  return (
    <>
      {carriers.map((carrier) => (
        <CarrierStrip key={carrier.name} carrier={carrier} zone={zone} alone={carriers.length === 1} />
      ))}
    </>
  );
}

function CarrierStrip({ carrier, zone, alone }: { carrier: Carrier; zone: string; alone: boolean }) {
  const { name, up, per_second, max_unanswered, receipt_seconds, last_error, last_error_at } = carrier;
  const label = alone ? "Link to the networks" : `Link to the networks: ${name}`;
  return (
    <section aria-label={label}>
      <div className="mb-2 flex flex-wrap items-baseline gap-x-3 text-sm">
        <h2 className="font-semibold">{label}</h2>
        <Status kind={up ? "good" : "bad"}>{up ? "Connected" : "Not connected"}</Status>
        <span className="text-quiet">Last 15 minutes, all accounts</span>
      </div>
      <StatStrip
        label={label}
        stats={[
          {
            label: "Throughput",
            value: rate(per_second),
            note: max_unanswered > 0 ? `a second, window of ${max_unanswered.toLocaleString("en-KE")}` : "a second",
          },
          { label: "Delivered", value: percent(carrier.delivered_share), note: byNetwork(carrier) },
          {
            label: "Receipts take",
            value: receipt_seconds === null ? "–" : seconds(receipt_seconds),
            note: "on average",
          },
          {
            label: "Last error",
            value: last_error_at ? showDate(last_error_at, zone).split(" ").slice(1).join(" ") : "None",
            ...(last_error ? { note: last_error } : {}),
          },
        ]}
      />
    </section>
  );
}

function rate(perSecond: number): string {
  return perSecond.toLocaleString("en-KE", { maximumFractionDigits: perSecond < 10 ? 1 : 0 });
}

function percent(share: number | null): string {
  return share === null ? "–" : `${(share * 100).toFixed(1)}%`;
}

function byNetwork({ by_network }: Carrier): string {
  const known = by_network.filter(({ delivered_share }) => delivered_share !== null);
  if (known.length === 0) return "No receipts yet";
  return known.map(({ network, delivered_share }) => `${network} ${percent(delivered_share)}`).join(", ");
}

function seconds(of: number): string {
  return of < 60 ? `${of.toFixed(1)} s` : `${(of / 60).toFixed(1)} min`;
}

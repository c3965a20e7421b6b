import { commas } from "../../../rules/format";
import { showKes, showPartPrice } from "../../../rules/money";
import type { BroadcastDetail } from "../../../services/whatsapp/contract.broadcasts";
import { Card, CardHead } from "../../kit/ui/card";
import { type KeyValue, KeyValues } from "../../kit/ui/description-list";
import { categoryWords } from "../templates/labels";
import { some } from "./labels";

/** What is sent to whom and what it costs, by country; with the customers that it uses of the day's limit. */
export function CostCard({ broadcast }: { broadcast: BroadcastDetail }) {
  const { price, left_out, cost_cents, category, recipients, limit } = broadcast;
  const out = left_out.map(({ reason, messages }): KeyValue => ({ label: reason, value: `−${commas(messages)}` }));
  const all = recipients + left_out.reduce((sum, { messages }) => sum + messages, 0);
  const room = limit.most === null ? undefined : Math.max(0, limit.most - limit.used);
  return (
    <Card label="Cost">
      <CardHead title="Cost" />
      <div className="p-4">
        <KeyValues
          rows={[
            ...(out.length > 0 ? [{ label: "Numbers", value: commas(all) }, ...out] : []),
            { label: "Recipients", value: commas(recipients), strong: true, rule: out.length > 0 },
            ...price.map(
              (line): KeyValue => ({
                label: `${categoryWords[category]}, ${countryName(line.country)}`,
                value: `${commas(line.messages)} at ${showPartPrice(line.price)}`,
              }),
            ),
            { label: "Total", value: showKes(cost_cents), strong: true, rule: true },
          ]}
        />
        {room !== undefined && limit.most !== null && (
          <p className="num mt-3 text-sm text-quiet">
            {recipients <= room
              ? `Uses at most ${commas(recipients)} of the ${some(room, "customer")} this business may still write to first in the next 24 hours.`
              : `Only ${some(room, "customer")} can be written to first in the next 24 hours. The rest goes out as the limit of ${commas(limit.most)} allows.`}
          </p>
        )}
      </div>
    </Card>
  );
}

const names = new Intl.DisplayNames(["en-GB"], { type: "region" });

function countryName(code: string): string {
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : "other countries";
}

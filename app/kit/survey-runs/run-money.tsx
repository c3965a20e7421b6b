import { showKes } from "../../../rules/money";
import type { RunMoney } from "../../../services/survey/contract.runs";
import { Card, CardHead } from "../ui/card";
import { KeyValues } from "../ui/description-list";

/** What was reserved for a run, and what became of it. */
export function RunMoneyCard({ money, over }: { money: RunMoney; over: boolean }) {
  const { held_cents, charged_cents, refunded_cents, released_cents, left_cents, beyond_cents } = money;
  const optional = (label: string, cents: number) => (cents > 0 ? [{ label, value: showKes(cents) }] : []);
  return (
    <Card label="Money">
      <CardHead title="Money" />
      <div className="p-4">
        <KeyValues
          rows={[
            { label: "Reserved at the start", value: showKes(held_cents) },
            { label: over && left_cents === 0 ? "Charged" : "Charged so far", value: showKes(charged_cents) },
            ...optional("Of that, from the balance", beyond_cents),
            ...optional("Refunded: not delivered", refunded_cents),
            { label: "Refunded: not used", value: showKes(released_cents) },
            { label: "Still reserved", value: showKes(left_cents), strong: true },
          ]}
        />
        {!over && <p className="mt-3 text-quiet">What is not used comes back at the end of the run.</p>}
      </div>
    </Card>
  );
}

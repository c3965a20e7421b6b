import { Form, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { productName } from "../../../rules/product-names";
import type { Child } from "../../../services/identity/contract.reseller";
import { Button } from "../../kit/ui/button";
import { DateField } from "../../kit/ui/date-field";
import { Select, TextInput } from "../../kit/ui/field";

type ActivationCardProps = {
  child: Child;
  /** Products of one's own. */
  offer: readonly string[];
  today: string;
  last: { reply: { initialValue?: unknown; error?: Record<string, string[] | null> | null } } | undefined;
};

/** What was paid, how, and what for. */
export function ActivationCard({ child, offer, today, last }: ActivationCardProps) {
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const typed = last?.reply.initialValue as Record<string, unknown> | undefined;
  const errors = last?.reply.error ?? {};
  const field = (name: string, known = "") => ({
    id: name,
    name,
    defaultValue: typeof typed?.[name] === "string" ? (typed[name] as string) : known,
    errors: errors[name] ?? [],
  });
  const off = offer.filter((name) => !child.products.includes(name));
  return (
    <Form
      method="post"
      noValidate={scripted}
      className="card mb-4 grid max-w-[760px] gap-5 p-5 max-md:p-4"
      key={`${child.number} ${child.products.join()}`}
      aria-label="Paid offline"
    >
      <input type="hidden" name="child" value={child.number} />
      <div className="grid gap-5 md:grid-cols-2">
        <Select
          {...field("product")}
          label="Product"
          empty="Choose a product"
          choices={[
            ...off.map((name) => ({ value: name, label: productName(name) })),
            ...offer
              .filter((name) => child.products.includes(name))
              .map((name) => ({ value: name, label: `${productName(name)} (switched on already)` })),
          ]}
        />
        <TextInput {...field("amount")} label="Amount in KES" inputMode="decimal" autoComplete="off" />
        <TextInput
          {...field("reference")}
          label="Reference"
          help="Of the receipt, cheque or bank slip. Each counts once."
          autoComplete="off"
        />
        <DateField {...field("paid_on", today)} label="Paid on" max={today} required />
      </div>
      <TextInput {...field("note")} label="Note" optional autoComplete="off" />
      <div>
        <Button variant="primary" size="lg" working={working}>
          Switch it on
        </Button>
      </div>
    </Form>
  );
}

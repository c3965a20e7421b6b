import { Form, useNavigation } from "@remix-run/react";
import { ArrowLeftRight, Info } from "lucide-react";
import { useHydrated } from "remix-utils/use-hydrated";
import { showKes } from "../../../rules/money";
import type { Child } from "../../../services/identity/contract.reseller";
import { href } from "../../href";
import { Button, LinkButton } from "../../kit/ui/button";
import { DescriptionList, KeyValues } from "../../kit/ui/description-list";
import { TextInput } from "../../kit/ui/field";

type Last = { reply: { initialValue?: unknown; error?: Record<string, string[] | null> | null } } | undefined;

/** How much, and what both statements say of it. */
export function TransferForm({
  child,
  balance,
  payKey,
  last,
}: {
  child: Child;
  balance: number;
  payKey: string;
  last: Last;
}) {
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const typed = (last?.reply.initialValue ?? {}) as Record<string, unknown>;
  const textOf = (name: string) => (typeof typed[name] === "string" ? (typed[name] as string) : "");
  const errors = last?.reply.error ?? {};
  return (
    <Form
      method="post"
      noValidate={scripted}
      className="card grid max-w-[640px] gap-5 p-5 max-md:p-4"
      key={child.number}
      aria-label="Top up"
    >
      <input type="hidden" name="child" value={child.number} />
      <input type="hidden" name="key" value={textOf("key") || payKey} />
      <KeyValues
        rows={[
          { label: "Your balance", value: showKes(balance) },
          {
            label: `Balance of ${child.name}`,
            value: child.balance_cents === null ? "Not available" : showKes(child.balance_cents),
          },
        ]}
      />
      <TextInput
        id="amount"
        name="amount"
        label="Amount in KES"
        inputMode="decimal"
        defaultValue={textOf("amount")}
        errors={errors.amount ?? []}
        help="Such as 1,000 or 250.50."
        autoComplete="off"
      />
      <TextInput
        id="note"
        name="note"
        label="Note"
        optional
        defaultValue={textOf("note")}
        errors={errors.note ?? []}
        help="Shown on both statements."
        autoComplete="off"
      />
      <div>
        <Button variant="primary" size="lg" name="intent" value="review" working={working}>
          Review
        </Button>
      </div>
    </Form>
  );
}

type Review = { child: string; cents: number; note: string; key: string };

/** The last look: both balances as they will be. The key makes a second press the same transfer. */
export function ReviewTransfer({ child, balance, review }: { child: Child; balance: number; review: Review }) {
  const working = useNavigation().state !== "idle";
  const { cents, note, key } = review;
  const back = href("/reseller/top-up-account", undefined, { child: child.number });
  return (
    <div className="grid max-w-[760px] gap-4">
      <h2 className="text-lg font-semibold">
        Move {showKes(cents)} to {child.name}?
      </h2>
      <DescriptionList
        facts={[
          { label: "To", value: child.name, note: `Account ${child.number}` },
          { label: "Amount", value: showKes(cents) },
          { label: "Your balance after", value: showKes(balance - cents), note: `${showKes(balance)} now` },
          ...(child.balance_cents === null
            ? []
            : [
                {
                  label: "Their balance after",
                  value: showKes(child.balance_cents + cents),
                  note: `${showKes(child.balance_cents)} now`,
                },
              ]),
          ...(note ? [{ label: "Note", value: note }] : []),
        ]}
      />
      <p className="flex gap-2.5 text-sm text-quiet">
        <Info size={16} strokeWidth={1.75} className="mt-0.5 shrink-0 text-info" aria-hidden="true" />
        This cannot be undone. Both statements show it at once.
      </p>
      <Form method="post" className="flex flex-wrap gap-2">
        <input type="hidden" name="child" value={child.number} />
        <input type="hidden" name="amount" value={(cents / 100).toFixed(2)} />
        <input type="hidden" name="note" value={note} />
        <input type="hidden" name="key" value={key} />
        <Button variant="primary" size="lg" icon={ArrowLeftRight} name="intent" value="transfer" working={working}>
          Move {showKes(cents)}
        </Button>
        <LinkButton to={back} size="lg">
          Cancel
        </LinkButton>
      </Form>
    </div>
  );
}

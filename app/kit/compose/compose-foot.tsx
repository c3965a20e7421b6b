import { useNavigation } from "@remix-run/react";
import { showKes } from "../../../rules/money";
import type { Price } from "../../../services/messaging/contract.price";
import { Button } from "../ui/button";
import type { ComposeChannel } from "./channel";
import { some } from "./cost-labels";

type ComposeFootProps = { form: string; channel: ComposeChannel; price: Price | undefined };

/** The buttons under the form; on a phone a bar that stays, with the cost in it. */
export function ComposeFoot({ form, channel, price }: ComposeFootProps) {
  const { state, formData } = useNavigation();
  const reviewing = state !== "idle" && formData?.get("intent") === "review";
  return (
    <div className="flex flex-wrap items-center gap-2 self-start max-md:fixed max-md:inset-x-0 max-md:bottom-0 max-md:z-10 max-md:border-t max-md:border-line max-md:bg-surface max-md:px-4 max-md:py-3">
      {price && (
        <p className="num flex w-full justify-between gap-3 text-sm md:hidden">
          <span className="text-quiet">
            {some(price.recipients, "recipient")}, {some(price.parts, channel.unit)}
          </span>
          <b className="font-semibold">{showKes(price.cost_cents)}</b>
        </p>
      )}
      <Button
        variant="primary"
        size="lg"
        form={form}
        name="intent"
        value="review"
        working={reviewing}
        className="max-md:flex-1"
      >
        {price && price.recipients > 0
          ? `Review ${some(price.recipients, channel.noun ?? "message")}`
          : "Review the message"}
      </Button>
      <Button size="lg" form={form} name="intent" value="price" className="[@media(scripting:enabled)]:hidden">
        Show the cost
      </Button>
      <span className="ml-auto text-sm text-quiet max-md:hidden">Nothing is sent yet.</span>
    </div>
  );
}

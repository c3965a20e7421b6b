import { useState } from "react";
import { showKes, showPartPrice } from "../../rules/money";
import type { Price } from "../../services/messaging/contract.blasts";
import { href } from "../href";
import { eachPart, priceLines } from "../kit/destinations";
import { LongText } from "../kit/draft";
import { countOf, sayCounted } from "../kit/sms-count";
import { LinkButton } from "../kit/ui/button";
import { Checkbox, CheckboxGroup } from "../kit/ui/checkbox";
import { KeyValues } from "../kit/ui/description-list";
import { Field } from "../kit/ui/field";
import { some } from "./labels";

/** What a message for a child is written with. */
export type ComposeState = {
  number: string;
  name: string;
  stopped: string | null;
  balance_cents: number;
  part_price: number;
  senders: { sender: string; kind: string }[];
  groups: { id: number; name: string; contacts: number }[];
};

type GroupsProps = {
  groups: ComposeState["groups"];
  chosen: readonly number[];
  errors: readonly string[];
  name: string;
};

/** The groups of the child, ticked or not. */
export function Groups({ groups, chosen, errors, name }: GroupsProps) {
  if (groups.length === 0)
    return (
      <p className="text-quiet" id="group_ids">
        {name} has no contact groups yet. Its people upload them under Contacts; until then send to single numbers.
      </p>
    );
  return (
    <div className="[&_fieldset>div]:max-h-60 [&_fieldset>div]:overflow-y-auto">
      <CheckboxGroup id="group_ids" legend={`Contact groups of ${name}`} errors={errors} boxed>
        {groups.map(({ id, name: called, contacts }) => (
          <Checkbox
            key={id}
            name="group_ids"
            value={id}
            defaultChecked={chosen.includes(id)}
            label={called}
            help={some(contacts, "contact")}
          />
        ))}
      </CheckboxGroup>
    </div>
  );
}

/** The text with what it takes, as it is typed; the exact parts of every recipient stand in the cost. */
export function Message({ body, errors }: { body: string; errors: readonly string[] }) {
  const [typed, setTyped] = useState(body);
  const counted = countOf(typed);
  return (
    <div>
      <Field id="body" label="Message" errors={errors} given={{ "aria-describedby": "body-count" }}>
        {(aria) => (
          <LongText
            {...aria}
            name="body"
            className="input min-h-24 [field-sizing:content]"
            rows={4}
            spellCheck
            defaultValue={body}
            onInput={(event) => setTyped(event.currentTarget.value)}
          />
        )}
      </Field>
      <output
        id="body-count"
        htmlFor="body"
        className="mt-2 block text-right text-sm text-quiet [@media(scripting:none)]:hidden"
      >
        <b className="num font-medium text-ink">
          {counted.used} of {counted.room}
        </b>
        , {sayCounted(counted)}
      </output>
    </div>
  );
}

/** What it costs the child; exact once it was worked out. */
export function CostCard({
  price,
  sending,
  stale,
}: {
  price: Price | undefined;
  sending: ComposeState;
  stale: boolean;
}) {
  const balance = { label: "Balance now", value: showKes(sending.balance_cents) };
  const left = price ? price.in_groups - price.recipients : 0;
  const short = price ? price.cost_cents - sending.balance_cents : 0;
  return (
    <aside className="card" aria-label="Cost">
      <div className="card-head">
        <h2>Cost</h2>
        <span className="num ml-auto text-xs text-quiet">
          {price ? eachPart(price) : `${showPartPrice(sending.part_price)} per part`}
        </span>
      </div>
      <div className="grid gap-3 p-4">
        <p className="text-sm text-quiet">
          {sending.name} pays out of its own balance.
          {price && stale && " You have changed the message: work out the cost again."}
        </p>
        <KeyValues
          rows={
            price
              ? [
                  ...(left > 0 ? [{ label: "Left out", value: left.toLocaleString("en-KE") }] : []),
                  { label: "Recipients", value: price.recipients.toLocaleString("en-KE"), strong: true },
                  ...priceLines(price),
                  { label: some(price.parts, "part"), value: showKes(price.cost_cents), strong: true },
                  balance,
                  { label: "Balance after", value: showKes(sending.balance_cents - price.cost_cents) },
                ]
              : [balance]
          }
        />
        {short > 0 && (
          <p className="num text-sm font-medium text-bad" role="status">
            The balance is {showKes(short)} too low.{" "}
            <LinkButton to={href("/reseller/top-up-account", undefined, { child: sending.number })}>Top up</LinkButton>
          </p>
        )}
      </div>
    </aside>
  );
}

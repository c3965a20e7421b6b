import { Form, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { showDay } from "../../../rules/format";
import { showKes } from "../../../rules/money";
import { href } from "../../href";
import { Closed } from "../../kit/money/closed";
import { periodWords, tileStatus, wordsBeside } from "../../kit/money/labels";
import { PayMethod } from "../../kit/money/pay-method";
import { Button, LinkButton } from "../../kit/ui/button";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { DescriptionList } from "../../kit/ui/description-list";
import { TextInput } from "../../kit/ui/field";
import { Status } from "../../kit/ui/status";
import type { Setup } from "./setup.server";
import { Moves, type SetupSearch, stageHref } from "./setup-parts";

type StageProps = Setup & { kept: SetupSearch };
type SetupInput = {
  /** What was posted and refused. */
  typed: { method: string | undefined; phone: string | undefined; auto_renew: string | undefined };
  phoneErrors: readonly string[];
};

/** The plan that pays for chats, chosen or had. */
export function SubscriptionStage({ tile, plan, paid, done, kept }: StageProps) {
  const { kind, word } = tileStatus(tile);
  if (paid)
    return (
      <>
        <DescriptionList
          facts={[
            { label: "Chats", value: <Status kind={kind}>{word}</Status>, note: wordsBeside(tile) },
            { label: "Plan", value: plan?.name ?? "Paid for by use" },
          ]}
        />
        <Moves back={stageHref("channel", kept)} next={stageHref("payment", kept)} />
      </>
    );
  return (
    <section className="card" aria-labelledby="plans">
      <div className="card-head">
        <h2 id="plans">Which plan?</h2>
      </div>
      <form method="get" action={href("/chat/setup")} className="grid gap-4 p-5 max-md:p-4">
        <input type="hidden" name="stage" value="payment" />
        {kept.channel && <input type="hidden" name="channel" value={kept.channel} />}
        <CheckboxGroup id="plan" legend="Prices include VAT." boxed>
          {tile.plans.map(({ code, name, total_cents, period, includes }) => (
            <Checkbox
              key={code}
              type="radio"
              name="plan"
              value={code}
              required
              defaultChecked={plan?.code === code}
              label={`${name}, ${total_cents === 0 ? "paid by use" : `${showKes(total_cents)} ${periodWords[period]}`}`}
              help={includes.join(", ")}
            />
          ))}
        </CheckboxGroup>
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" size="lg">
            {done.subscription ? "Next" : "Choose this plan"}
          </Button>
          <LinkButton to={stageHref("channel", kept)} size="lg">
            Back
          </LinkButton>
        </div>
      </form>
    </section>
  );
}

/** Paying for it: from the balance, by a prompt on the phone, or later by an invoice. */
export function PaymentStage({ tile, plan, paid, mayPay, zone, kept, ...pay }: StageProps & SetupInput) {
  const back = stageHref("subscription", kept);
  const { kind, word } = tileStatus(tile);
  if (paid)
    return (
      <>
        <DescriptionList
          facts={[
            { label: "Chats", value: <Status kind={kind}>{word}</Status>, note: wordsBeside(tile) },
            { label: "Plan", value: plan?.name ?? "Paid for by use" },
            ...(tile.active_until
              ? [{ label: tile.auto_renew ? "Renews on" : "Ends on", value: showDay(tile.active_until, zone) }]
              : []),
          ]}
        />
        <p className="mt-4 font-medium">All four steps are complete. Go online and answer your first visitor.</p>
        <div className="mt-4 flex flex-wrap gap-2">
          <LinkButton to={href("/chat/inbox")} variant="primary" size="lg">
            Open the inbox
          </LinkButton>
          <LinkButton to={href("/chat/settings")} size="lg">
            Chat settings
          </LinkButton>
          <LinkButton to={back} size="lg">
            Back
          </LinkButton>
        </div>
      </>
    );
  if (!mayPay)
    return (
      <>
        <Closed to="pay" />
        <Moves back={back} />
      </>
    );
  if (tile.invoice_id !== null || (tile.approval && tile.detail !== "approved" && tile.detail !== "grace")) {
    const open = tile.invoice_id;
    return (
      <section className="card p-5 max-md:p-4" aria-label="Payment">
        <p>
          {open === null
            ? "A request for Chats needs our approval before it can be paid."
            : "An invoice waits to be paid."}
        </p>
        <div className="mt-4 flex flex-wrap gap-2">
          <LinkButton
            to={
              open === null
                ? href("/subscribe/:product", { product: "Chats" })
                : href("/settings/selfcare/invoices/:id", { id: open })
            }
            variant="primary"
            size="lg"
          >
            {open === null ? "Ask for it" : "Pay the invoice"}
          </LinkButton>
          <LinkButton to={back} size="lg">
            Back
          </LinkButton>
        </div>
      </section>
    );
  }
  if (!plan) return <Moves back={back} />;
  const { balance, ownPhone, payKey, typed, phoneErrors } = pay;
  return <Pay {...{ plan, back, balance, ownPhone, payKey, typed, phoneErrors }} />;
}

type PayProps = SetupInput & {
  ownPhone: string;
  plan: NonNullable<Setup["plan"]>;
  back: string;
  balance: number;
  payKey: string;
};

function Pay({ plan, back, ownPhone, balance, payKey, typed, phoneErrors }: PayProps) {
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const [method, setMethod] = useState(typed.method ?? "mpesa");
  const price = showKes(plan.total_cents);
  return (
    <Form method="post" className="card grid gap-5 p-5 max-md:p-4" noValidate={scripted}>
      <input type="hidden" name="key" value={payKey} />
      <input type="hidden" name="plan" value={plan.code} />
      <p>
        <b className="font-semibold">{plan.name}</b>, {price} {periodWords[plan.period]}, incl. VAT
      </p>
      <PayMethod
        price_cents={plan.total_cents}
        balance_cents={balance}
        method={method}
        onChoose={setMethod}
        help={{ invoice: "A pro forma to pay later. Chats start when it is paid." }}
        phone={
          <TextInput
            id="phone"
            name="phone"
            label="M-Pesa phone number"
            type="tel"
            autoComplete="tel"
            defaultValue={typed.phone ?? ownPhone}
            errors={phoneErrors}
            help="Such as 0722 000 001. For an M-Pesa prompt only."
          />
        }
      />
      <Checkbox
        name="auto_renew"
        label="Renew automatically from the balance"
        help="On the day it ends, when the balance has enough."
        defaultChecked={typed.auto_renew === "on"}
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" size="lg" working={working}>
          {scripted && method === "invoice" ? "Make the invoice" : `Pay ${price}`}
        </Button>
        <LinkButton to={back} size="lg">
          Back
        </LinkButton>
      </div>
    </Form>
  );
}

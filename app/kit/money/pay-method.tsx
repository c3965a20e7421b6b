import type { ReactNode } from "react";
import { showKes } from "../../../rules/money";
import { Checkbox, CheckboxGroup } from "../ui/checkbox";
import { useWithoutScript } from "../ui/without-script";

type PayMethodProps = {
  price_cents: number;
  balance_cents: number;
  /** The method that is chosen; the form begins with it. */
  method: string;
  onChoose(method: string): void;
  help: { mpesa?: string; invoice: string };
  errors?: string[] | undefined;
  /** The field of the phone that pays: shown for M-Pesa, and always without script. */
  phone: ReactNode;
};

/** By a prompt on a phone, from the balance, or by invoice. */
export function PayMethod({ price_cents, balance_cents, method, onChoose, help, errors, phone }: PayMethodProps) {
  const unscripted = useWithoutScript();
  const price = showKes(price_cents);
  const short = price_cents - balance_cents;
  const choice = (value: string) => ({
    ...{ type: "radio" as const, name: "method", value },
    defaultChecked: method === value,
    onChange: () => onChoose(value),
  });
  return (
    <>
      <CheckboxGroup id="method" legend="How to pay" boxed {...(errors ? { errors } : {})}>
        <Checkbox
          {...choice("mpesa")}
          label="M-Pesa prompt"
          help={`The phone asks for the PIN to pay ${price}.${help.mpesa ? ` ${help.mpesa}` : ""}`}
        />
        <Checkbox
          {...choice("balance")}
          label={`From the balance: ${showKes(balance_cents)}`}
          help={short > 0 ? `${showKes(short)} short: top up first.` : `${showKes(-short)} is left after it.`}
          disabled={short > 0}
        />
        <Checkbox {...choice("invoice")} label="Invoice" help={help.invoice} />
      </CheckboxGroup>
      <div className={method === "mpesa" ? "" : unscripted}>{phone}</div>
    </>
  );
}

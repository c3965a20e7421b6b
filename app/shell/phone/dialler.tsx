import { Phone as PhoneIcon, X } from "lucide-react";
import { type FormEvent, useId, useRef, useState } from "react";
import { type DiallingNumber, dialledPrefix, dialNumber, noOutboundNumber } from "../../../rules/dialling";
import { showPhone } from "../../../rules/phone";
import { Button } from "../../kit/ui/button";
import type { Phone } from "./phone.client";
import { type DialRequest, type PhoneState, phoneStore } from "./phone-store";

type DiallerProps = { phone: Phone; state: PhoneState; request: DialRequest; numbers: readonly DiallingNumber[] };

/** A number to call, and the number that the other side sees. */
export function Dialler({ phone, request, numbers }: DiallerProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const [problem, setProblem] = useState("");
  const [prefix, setPrefix] = useState(request.prefix ?? (numbers.length === 1 ? (numbers[0]?.prefix ?? "") : ""));
  const close = () => phoneStore.set({ dialler: null });

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = field.current?.value ?? "";
    const dialled = dialNumber(typed);
    setProblem(dialled.ok ? "" : dialled.reason);
    if (!dialled.ok) field.current?.focus();
    // Whatever is missing, the phone says the documented warning and nothing is dialled.
    if (await phone.dial({ ...request, phone: typed }, prefix)) close();
    // A call that was not made can be tried again: the number is there.
    else if (dialled.ok && prefix) phoneStore.set({ dialler: { ...request, phone: typed, prefix } });
  }

  return (
    <form onSubmit={onSubmit} onKeyDown={(event) => event.key === "Escape" && close()} noValidate>
      <div className="flex items-center justify-between">
        <h2 className="text-sm font-semibold">{request.name ? `Call ${request.name}` : "Dial"}</h2>
        <Button type="button" variant="ghost" icon={X} label="Close the dialler" onClick={close} />
      </div>
      {numbers.length === 0 ? (
        <p className="help mt-1">{noOutboundNumber}</p>
      ) : (
        <>
          <label className="label mt-1 block" htmlFor={`${id}from`}>
            Call from
          </label>
          <select
            id={`${id}from`}
            className="input mt-1 w-full"
            value={prefix}
            onChange={(event) => setPrefix(event.currentTarget.value)}
          >
            <option value="">Choose a number</option>
            {numbers.map((number) => (
              <option key={number.id} value={number.prefix}>
                {showPhone(number.phoneNumber)}
              </option>
            ))}
          </select>
          <label className="label mt-2 block" htmlFor={`${id}number`}>
            Phone number in Kenya
          </label>
          <input
            ref={field}
            id={`${id}number`}
            data-first=""
            className="input num mt-1 w-full"
            type="tel"
            inputMode="tel"
            autoComplete="off"
            maxLength={24}
            defaultValue={request.phone || `+${dialledPrefix}`}
            aria-invalid={problem !== "" || undefined}
            aria-describedby={problem ? `${id}problem` : undefined}
            // biome-ignore lint/a11y/noAutofocus: it was opened to type a number into it
            autoFocus
          />
          {problem && (
            <p id={`${id}problem`} className="err">
              {problem}
            </p>
          )}
          <Button type="submit" variant="primary" size="lg" icon={PhoneIcon} className="mt-2 w-full">
            Call
          </Button>
        </>
      )}
    </form>
  );
}

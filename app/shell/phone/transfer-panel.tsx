import { User } from "lucide-react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { dialNumber } from "../../../rules/dialling";
import { Button } from "../../kit/ui/button";
import { Checkbox } from "../../kit/ui/checkbox";
import { Status } from "../../kit/ui/status";
import type { TransferTarget } from "./consult-control";
import { type Colleague, phoneApi } from "./phone-api";

type TransferPanelProps = {
  onTransfer(target: TransferTarget): void;
  /** They are asked first. */
  onConsult(target: TransferTarget): void;
  onClose(): void;
};

/** Milliseconds between two looks at who is free: an agent hears nothing of the others' calls. */
const readsEveryMs = 3_000;

/** Who takes the call: an agent who is free, or a number. */
export function TransferPanel({ onTransfer, onConsult, onClose }: TransferPanelProps) {
  const id = useId();
  const [first, setFirst] = useState(false);
  const onChoose = first ? onConsult : onTransfer;
  const [colleagues, setColleagues] = useState<readonly Colleague[] | string>();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let gone = false;
    const read = async () => {
      const answer = await phoneApi.colleagues();
      if (!gone) setColleagues(answer.ok ? answer.body : answer.message);
    };
    void read();
    const timer = window.setInterval(() => void read(), readsEveryMs);
    return () => {
      gone = true;
      window.clearInterval(timer);
    };
  }, []);
  const wanted = typed.trim().toLowerCase();
  const shown =
    typeof colleagues === "object" ? colleagues.filter(({ name }) => name.toLowerCase().includes(wanted)) : [];

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const dialled = dialNumber(typed);
    if (dialled.ok) onChoose({ digits: dialled.digits, phone: dialled.e164, name: "" });
    else setProblem(dialled.reason);
  }

  return (
    <form className="mt-2" onSubmit={onSubmit} onKeyDown={(event) => event.key === "Escape" && onClose()} noValidate>
      <label className="label" htmlFor={id}>
        Transfer to
      </label>
      <input
        id={id}
        className="input mt-1 w-full"
        placeholder="Name or phone number"
        autoComplete="off"
        maxLength={60}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        aria-invalid={problem !== "" || undefined}
        aria-describedby={problem ? `${id}problem` : undefined}
        // biome-ignore lint/a11y/noAutofocus: it was opened to choose somebody in it
        autoFocus
      />
      <Checkbox
        id={`${id}first`}
        label="Speak with them first"
        checked={first}
        onChange={(event) => setFirst(event.currentTarget.checked)}
      />
      {problem && (
        <p id={`${id}problem`} className="err">
          {problem}
        </p>
      )}
      {typeof colleagues === "string" && <p className="help mt-1">{colleagues}</p>}
      <ul className="mt-1 max-h-40 overflow-y-auto">
        {shown.map(({ name, exten, available }) => (
          <li key={exten}>
            <Button
              type="button"
              variant="ghost"
              className="w-full justify-start!"
              icon={User}
              onClick={() => onChoose({ digits: exten, phone: exten, name })}
              {...(available ? {} : { disabledReason: `${name} is busy or away.` })}
            >
              <span className="min-w-0 flex-1 truncate text-left">{name}</span>
              <Status kind={available ? "good" : "warn"}>{available ? "free" : "busy"}</Status>
            </Button>
          </li>
        ))}
      </ul>
      {/\d{3}/.test(typed) && (
        <Button type="submit" variant="primary" className="mt-2 w-full">
          {first ? "Call this number first" : "Transfer to this number"}
        </Button>
      )}
      <Button type="button" className="mt-2 w-full" onClick={onClose}>
        Keep the call
      </Button>
    </form>
  );
}

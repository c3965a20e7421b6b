import { User } from "lucide-react";
import { type FormEvent, useEffect, useId, useState } from "react";
import { dialNumber } from "../../../rules/dialling";
import { Button } from "../../kit/ui/button";
import { Status } from "../../kit/ui/status";
import { type Colleague, phoneApi } from "./phone-api";

type TransferPanelProps = { onTransfer(target: string): void; onClose(): void };

/** Who takes the call: an agent who is free, or a number. */
export function TransferPanel({ onTransfer, onClose }: TransferPanelProps) {
  const id = useId();
  const [colleagues, setColleagues] = useState<readonly Colleague[] | string>();
  const [typed, setTyped] = useState("");
  const [problem, setProblem] = useState("");
  useEffect(() => {
    let gone = false;
    void phoneApi.colleagues().then((answer) => {
      if (!gone) setColleagues(answer.ok ? answer.body : answer.message);
    });
    return () => {
      gone = true;
    };
  }, []);
  const wanted = typed.trim().toLowerCase();
  const shown =
    typeof colleagues === "object" ? colleagues.filter(({ name }) => name.toLowerCase().includes(wanted)) : [];

  function onSubmit(event: FormEvent) {
    event.preventDefault();
    const dialled = dialNumber(typed);
    if (dialled.ok) onTransfer(dialled.digits);
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
              onClick={() => onTransfer(exten)}
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
          Transfer to this number
        </Button>
      )}
      <Button type="button" className="mt-2 w-full" onClick={onClose}>
        Keep the call
      </Button>
    </form>
  );
}

import { ClipboardList } from "lucide-react";
import { type ComponentProps, type FormEvent, useEffect, useId, useState } from "react";
import { showPhone } from "../../../rules/phone";
import type { DispositionType } from "../../../services/voice/contract.schemas";
import { Button } from "../../kit/ui/button";
import { FollowUps } from "./follow-ups";
import { phoneApi } from "./phone-api";
import { phoneStore, type WrapUp } from "./phone-store";
import { clockFace, useClock } from "./use-clock";

type WrapUpPanelProps = {
  wrapUp: WrapUp;
  types: readonly DispositionType[];
  /** What may follow from the call. */
  may: Omit<ComponentProps<typeof FollowUps>, "wrapUp">;
};

/** What the call was about, in the time before the next one. */
export function WrapUpPanel({ wrapUp, types, may }: WrapUpPanelProps) {
  const id = useId();
  const now = useClock();
  const [problem, setProblem] = useState("");
  const [working, setWorking] = useState(false);
  const { reference, name, phone, until, seconds, required, draft } = wrapUp;
  // Whole seconds, the one that runs too: the clock and the sentence below it say the same.
  const left = until === null ? 0 : Math.ceil((until - now) / 1000) * 1000;
  const done = () => phoneStore.set({ wrapUp: null });
  const over = !required && left <= 0 && !draft;
  useEffect(() => {
    if (over) phoneStore.set({ wrapUp: null });
  }, [over]);

  /** What was begun stays on the screen, whatever the time. */
  function keepDraft(event: FormEvent<HTMLElement>) {
    const form = event.currentTarget.querySelector("form");
    if (!form) return;
    const typed = new FormData(form);
    const text = (field: string) => String(typed.get(field) ?? "");
    phoneStore.set({ wrapUp: { ...wrapUp, draft: { disposition: text("disposition"), note: text("note") } } });
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    const [type = "", item = ""] = String(form.get("disposition") ?? "").split(" ");
    if (!type) return setProblem("Choose a disposition.");
    setWorking(true);
    const answer = await phoneApi.send({
      intent: "disposition",
      reference,
      disposition_id: Number(type),
      item_id: item ? Number(item) : null,
      note: String(form.get("note") ?? ""),
    });
    setWorking(false);
    if (answer.ok) done();
    else setProblem(answer.message);
  }

  return (
    <div onInput={keepDraft}>
      <form key={reference} onSubmit={onSubmit} noValidate aria-label="Phone: wrap-up">
        <p className="flex items-center justify-between gap-2 text-xs text-info">
          <span role="status" className="inline-flex items-center gap-1.5">
            <ClipboardList size={14} strokeWidth={1.75} aria-hidden="true" />
            Wrap-up
          </span>
          {left > 0 && <span className="num text-base/5 font-semibold text-ink">{clockFace(left)}</span>}
        </p>
        {left > 0 && <p className="text-xs text-quiet">Next call can ring in {left / 1000} s.</p>}
        {left <= 0 && !required && <p className="text-xs text-quiet">The time is over: calls can ring.</p>}
        <p className="mt-1 truncate font-medium">
          {name || showPhone(phone)}
          {seconds !== null && <span className="text-quiet">, {clockFace(seconds * 1000)}</span>}
        </p>
        <label className="label mt-2 block" htmlFor={`${id}type`}>
          Disposition
        </label>
        <select
          id={`${id}type`}
          name="disposition"
          data-first=""
          data-next=""
          className="input mt-1 w-full"
          defaultValue={draft?.disposition ?? ""}
          aria-invalid={problem !== "" || undefined}
          aria-describedby={problem ? `${id}problem` : undefined}
        >
          <option value="">Choose</option>
          {types.map((type) =>
            type.items.length === 0 ? (
              <option key={type.id} value={type.id}>
                {type.name}
              </option>
            ) : (
              <optgroup key={type.id} label={type.name}>
                {type.items.map((item) => (
                  <option key={item.id} value={`${type.id} ${item.id}`}>
                    {item.title}
                  </option>
                ))}
              </optgroup>
            ),
          )}
        </select>
        <label className="label mt-2 block" htmlFor={`${id}note`}>
          Note
        </label>
        <textarea
          id={`${id}note`}
          name="note"
          className="input mt-1 w-full"
          rows={2}
          maxLength={2000}
          defaultValue={draft?.note}
        />
        {problem && (
          <p id={`${id}problem`} className="err">
            {problem}
          </p>
        )}
        <Button type="submit" variant="primary" className="mt-2 w-full" working={working}>
          Save and take calls
        </Button>
        {!required && (
          <Button type="button" variant="ghost" className="mt-2 w-full" onClick={done}>
            Close without a disposition
          </Button>
        )}
      </form>
      <FollowUps key={`after ${reference}`} wrapUp={wrapUp} {...may} />
    </div>
  );
}

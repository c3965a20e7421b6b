import { type FormEvent, type ReactNode, useId, useState } from "react";
import { Button } from "../../kit/ui/button";
import { zoneCity } from "../../kit/zone";
import { type PhoneRequest, phoneApi } from "./phone-api";
import type { WrapUp } from "./phone-store";

type FollowUpsProps = {
  wrapUp: Pick<WrapUp, "reference" | "name" | "phone">;
  /** What the person may do. */
  mayDial: boolean;
  mayTicket: boolean;
  zone: string;
};

/** What follows from a call: a call-back at a time, a ticket. */
export function FollowUps({ wrapUp, mayDial, mayTicket, zone }: FollowUpsProps) {
  const { reference, name, phone } = wrapUp;
  return (
    <>
      {mayDial && phone !== "" && (
        <FollowUp
          label="Call back later"
          submitLabel="Plan the call-back"
          request={(form) => ({
            ...{ intent: "callBack", reference, note: form("note") },
            ...{ date: form("date"), time: form("time") },
          })}
          done={() => <p className="text-good">The call-back is planned. You are notified at its time.</p>}
        >
          {(id) => (
            <>
              <label className="label mt-2 block" htmlFor={`${id}date`}>
                Day
              </label>
              <input id={`${id}date`} name="date" type="date" className="input mt-1 w-full" />
              <label className="label mt-2 block" htmlFor={`${id}time`}>
                Time, {zoneCity(zone)}
              </label>
              <input id={`${id}time`} name="time" type="time" className="input mt-1 w-full" />
              <label className="label mt-2 block" htmlFor={`${id}note`}>
                What to say
              </label>
              <input id={`${id}note`} name="note" className="input mt-1 w-full" maxLength={2000} />
            </>
          )}
        </FollowUp>
      )}
      {mayTicket && (
        <FollowUp<{ url: string }>
          label="Open a ticket"
          submitLabel="Open the ticket"
          request={(form) => ({
            ...{ intent: "ticket", reference, subject: form("subject"), description: form("description") },
            ...{ phone: phone.startsWith("+") ? phone : "", name },
          })}
          done={({ url }) => (
            <p className="text-good">
              The ticket is open.{" "}
              <a className="link" href={url} target="_blank" rel="noreferrer">
                Show it in a new tab
              </a>
            </p>
          )}
        >
          {(id) => (
            <>
              <label className="label mt-2 block" htmlFor={`${id}subject`}>
                Subject
              </label>
              <input id={`${id}subject`} name="subject" className="input mt-1 w-full" maxLength={300} />
              <label className="label mt-2 block" htmlFor={`${id}description`}>
                Description
              </label>
              <textarea
                id={`${id}description`}
                name="description"
                className="input mt-1 w-full"
                rows={2}
                maxLength={2000}
              />
            </>
          )}
        </FollowUp>
      )}
    </>
  );
}

type FollowUpProps<T> = {
  label: string;
  submitLabel: string;
  request(form: (name: string) => string): PhoneRequest;
  done(answer: T): ReactNode;
  children(id: string): ReactNode;
};

/** One of them, folded until it is wanted; what was typed stays when the server refuses it. */
function FollowUp<T>({ label, submitLabel, request, done, children }: FollowUpProps<T>) {
  const id = useId();
  const [problem, setProblem] = useState("");
  const [working, setWorking] = useState(false);
  const [answer, setAnswer] = useState<T>();

  async function onSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = new FormData(event.currentTarget);
    setWorking(true);
    const told = await phoneApi.send<T>(request((name) => String(form.get(name) ?? "")));
    setWorking(false);
    if (told.ok) setAnswer(told.body);
    else setProblem(told.message);
  }

  if (answer !== undefined) return <div className="mt-2 text-sm">{done(answer)}</div>;
  return (
    <details className="mt-2 text-sm">
      <summary className="link cursor-pointer py-1">{label}</summary>
      <form onSubmit={onSubmit} noValidate aria-label={label}>
        {children(id)}
        {problem && (
          <p role="alert" className="err">
            {problem}
          </p>
        )}
        <Button type="submit" className="mt-2 w-full" working={working}>
          {submitLabel}
        </Button>
      </form>
    </details>
  );
}

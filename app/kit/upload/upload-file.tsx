import { useNavigate } from "@remix-run/react";
import { Upload, X } from "lucide-react";
import { type FormEvent, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { Button } from "../ui/button";
import { Field } from "../ui/field";
import { Bar } from "../ui/progress";
import { maxBytes, size, tooBig } from "./upload-limits";
import { send, type UploadOutcome } from "./upload-request";

type UploadProgress = { sent: number; all: number; stop(): void };

type FileFormProps = { error: string | undefined; within: string; action?: string };

/**
 * Without script the browser sends it; with script the same post, with how far it is.
 * @param action where it posts to; the page's own address unless said
 * @param within where it leads to when the file has arrived, "/contacts/": anything else is another document
 */
export function FileForm({ error, within, action }: FileFormProps) {
  const scripted = useHydrated();
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  const [sending, setSending] = useState<UploadProgress>();
  const [refused, setRefused] = useState(error);

  function end(outcome: UploadOutcome) {
    setSending(undefined);
    if ("refused" in outcome) {
      setRefused(outcome.refused);
      input.current?.focus();
    } else if (outcome.to.startsWith(within)) navigate(outcome.to);
    else window.location.assign(outcome.to);
  }

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const file = input.current?.files?.[0];
    const wrong = file ? tooBig(file.size) : "Choose a file.";
    if (!file || wrong) return end({ refused: wrong ?? "" });
    setRefused(undefined);
    const { outcome, stop } = send(event.currentTarget, (sent, all) => setSending({ sent, all, stop }));
    setSending({ sent: 0, all: file.size, stop });
    void outcome.then(end);
  }

  return (
    <form
      method="post"
      {...(action === undefined ? {} : { action })}
      encType="multipart/form-data"
      noValidate={scripted}
      onSubmit={scripted ? submit : undefined}
      className="grid gap-5"
    >
      <Field
        id="file"
        label="File"
        help={`Excel (.xlsx) or CSV, up to ${size(maxBytes)}. You can also drop the file on the field.`}
        errors={refused ? [refused] : []}
      >
        {(aria) => (
          <input
            {...aria}
            ref={input}
            className="input"
            type="file"
            name="file"
            accept=".csv,.tsv,.txt,.xlsx,text/csv,text/plain,text/tab-separated-values"
            required
            onChange={() => setRefused(undefined)}
          />
        )}
      </Field>
      {sending && <HowFar {...sending} />}
      <div>
        <Button variant="primary" size="lg" icon={Upload} working={sending !== undefined}>
          {sending ? "Uploading the file" : "Upload the file"}
        </Button>
      </div>
    </form>
  );
}

function HowFar({ sent, all, stop }: UploadProgress) {
  const arrived = sent >= all;
  const words = arrived ? "Reading the file" : `${Math.floor((sent / all) * 100)}% of ${size(all)}`;
  return (
    <div className="grid gap-1">
      <Bar value={sent} max={all} label="Uploading the file" />
      <div className="flex min-h-8 items-center justify-between gap-3">
        <p className="num text-sm text-quiet">{words}</p>
        {!arrived && (
          <Button variant="ghost" icon={X} type="button" onClick={stop}>
            Stop
          </Button>
        )}
      </div>
    </div>
  );
}

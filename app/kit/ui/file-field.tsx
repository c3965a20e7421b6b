import { X } from "lucide-react";
import { type ChangeEvent, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { fileLimits, type Purpose } from "../../../rules/files";
import { href } from "../../href";
import { fileSize, type KeptFile, uploadFiles } from "../file-upload";
import { Button } from "./button";
import { Checkbox } from "./checkbox";
import { Field } from "./field";
import { Bar } from "./progress";

type UploadProgress = { sent: number; all: number; stop(): void };

type FileFieldProps = {
  id?: string;
  label: string;
  purpose: Exclude<Purpose, "export">;
  optional?: boolean;
  /** One file, where the purpose takes more. */
  single?: boolean;
  /** What the file chooser offers, where that is less than the purpose takes. */
  accept?: string;
  help?: string;
  errors?: readonly string[];
  /** Kept by an earlier post of the same form: shown again, so that nothing is lost. */
  files?: readonly KeptFile[];
  /** How many are on their way: the form's button waits for them (R064). */
  onUploading?(count: number): void;
};

/**
 * Files in a form. With script each is sent as soon as it is chosen, with how far it is, and the form posts only the
 * ids (`file_id`). Without script the form posts the files themselves: it must be `multipart/form-data`, and its action
 * reads it with `ask.uploads.form`, which keeps the files and gives back the other fields.
 */
export function FileField({
  id = "files",
  label,
  purpose,
  optional,
  single = false,
  accept,
  help,
  errors = [],
  files: before = [],
  onUploading,
}: FileFieldProps) {
  const scripted = useHydrated();
  const input = useRef<HTMLInputElement>(null);
  const [files, setFiles] = useState<readonly KeptFile[]>(before);
  const [sending, setSending] = useState<UploadProgress>();
  const [refused, setRefused] = useState<string>();
  const limits = fileLimits[purpose];
  const many = limits.files > 1 && !single;
  const wrong = refused ? [refused] : sending ? [] : errors;

  async function choose(event: ChangeEvent<HTMLInputElement>) {
    const chosen = [...(event.target.files ?? [])];
    if (chosen.length === 0) return;
    const problem = tooMuch(chosen, many ? limits : { ...limits, files: 1 }, many ? files.length : 0);
    if (problem) {
      setRefused(problem);
      event.target.value = "";
      return;
    }
    setRefused(undefined);
    onUploading?.(chosen.length);
    const { outcome, stop } = uploadFiles(`${href("/files")}?purpose=${purpose}`, chosen, (sent, all) =>
      setSending({ sent, all, stop }),
    );
    setSending({ sent: 0, all: chosen.reduce((sum, { size }) => sum + size, 0), stop });
    const ended = await outcome;
    setSending(undefined);
    onUploading?.(0);
    if (input.current) input.current.value = "";
    if ("refused" in ended) setRefused(ended.refused);
    else setFiles((had) => (many ? [...had, ...ended.files] : ended.files));
  }

  const all = many ? `${limits.words}, up to ${limits.files} files of` : `${limits.words}, up to`;
  return (
    <div className="grid gap-2">
      <Field
        id={id}
        label={label}
        errors={wrong}
        help={help ?? `${all} ${fileSize(limits.maxBytes)}.`}
        {...(optional ? { optional } : {})}
      >
        {(aria) => (
          <input
            {...aria}
            ref={input}
            className="input"
            type="file"
            multiple={many}
            accept={accept ?? limits.accept}
            {...(scripted ? { onChange: choose, disabled: sending !== undefined } : { name: "upload" })}
          />
        )}
      </Field>
      {sending && <HowFar {...sending} />}
      {files.length > 0 &&
        (scripted ? (
          <KeptList files={files} onRemove={(gone) => setFiles(files.filter((file) => file.id !== gone))} />
        ) : (
          <fieldset className="grid gap-1">
            <legend className="label">Sent already</legend>
            {files.map((file) => (
              <Checkbox
                key={file.id}
                name="file_id"
                value={file.id}
                defaultChecked
                label={`${file.name}, ${fileSize(file.bytes)}`}
              />
            ))}
          </fieldset>
        ))}
      <p className="sr-only" role="status">
        {files.length > 0 && !sending ? `${files.length} ${files.length === 1 ? "file" : "files"} attached` : ""}
      </p>
    </div>
  );
}

function tooMuch(chosen: readonly File[], limits: { files: number; maxBytes: number }, have: number) {
  if (have + chosen.length > limits.files)
    return limits.files === 1 ? "Choose one file." : `At most ${limits.files} files can be attached.`;
  const big = chosen.find((file) => file.size > limits.maxBytes);
  return big && `${big.name} has ${fileSize(big.size)}; at most ${fileSize(limits.maxBytes)} can be sent.`;
}

function KeptList({ files, onRemove }: { files: readonly KeptFile[]; onRemove(id: string): void }) {
  return (
    <ul className="divide-y divide-line rounded border border-line text-sm">
      {files.map((file) => (
        <li key={file.id} className="flex min-h-9 items-center gap-2 py-1 pr-1 pl-3">
          <input type="hidden" name="file_id" value={file.id} />
          <span className="min-w-0 flex-1 truncate">{file.name}</span>
          <span className="num text-quiet">{fileSize(file.bytes)}</span>
          <Button
            variant="ghost"
            icon={X}
            type="button"
            label={`Remove ${file.name}`}
            onClick={() => onRemove(file.id)}
          />
        </li>
      ))}
    </ul>
  );
}

function HowFar({ sent, all, stop }: UploadProgress) {
  const arrived = sent >= all;
  return (
    <div className="grid gap-1">
      <Bar value={sent} max={all} label="Sending the files" />
      <div className="flex min-h-8 items-center justify-between gap-3">
        <p className="num text-sm text-quiet">
          {arrived ? "Checking the files" : `${Math.floor((sent / Math.max(1, all)) * 100)}% of ${fileSize(all)}`}
        </p>
        {!arrived && (
          <Button variant="ghost" icon={X} type="button" onClick={stop}>
            Stop
          </Button>
        )}
      </div>
    </div>
  );
}

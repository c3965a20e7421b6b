import { FileText, Paperclip, X } from "lucide-react";
import { useRef, useState } from "react";
import { fileLimits } from "../../../rules/files";
import { href } from "../../href";
import { fileSize, type KeptFile, uploadFiles } from "../../kit/file-upload";
import { Bar } from "../../kit/ui/progress";
import { useWithScript, WithoutScript } from "../../kit/ui/without-script";

const limits = fileLimits.chat;

export type UploadProgress = { sent: number; all: number; stop(): void };

/** Files of one message: sent as soon as they are chosen, kept by the server, named by id when the message goes. */
export function useFiles(files: readonly KeptFile[], change: (files: KeptFile[]) => void) {
  const [sending, setSending] = useState<UploadProgress>();
  const [refused, setRefused] = useState("");
  const now = useRef(files);
  now.current = files;

  async function add(chosen: readonly File[]): Promise<void> {
    if (chosen.length === 0 || sending) return;
    const big = chosen.find((file) => file.size > limits.maxBytes);
    if (now.current.length + chosen.length > limits.files)
      return setRefused(`At most ${limits.files} files go with one message.`);
    if (big)
      return setRefused(`${big.name} has ${fileSize(big.size)}; at most ${fileSize(limits.maxBytes)} can be sent.`);
    setRefused("");
    const all = chosen.reduce((sum, { size }) => sum + size, 0);
    const { outcome, stop } = uploadFiles(`${href("/files")}?purpose=chat`, chosen, (sent, whole) =>
      setSending({ sent, all: whole, stop }),
    );
    setSending({ sent: 0, all, stop });
    const ended = await outcome;
    setSending(undefined);
    if ("refused" in ended) setRefused(ended.refused);
    else change([...now.current, ...ended.files]);
  }

  return { sending, refused, add };
}

type FilesProps = {
  files: readonly KeptFile[];
  sending: UploadProgress | undefined;
  refused: string;
  scripted: boolean;
  onRemove(id: string): void;
};

/** What is attached, how far the sending is, and what was not taken. */
export function AttachedFiles({ files, sending, refused, scripted, onRemove }: FilesProps) {
  if (files.length === 0 && !sending && !refused) return null;
  return (
    <div className="grid gap-1.5 px-3 pb-1">
      {files.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {files.map((file) => (
            <li
              key={file.id}
              className="flex h-7 max-w-full items-center gap-2 rounded-md border border-line bg-raised pr-1 pl-2 text-sm"
            >
              <FileText size={14} strokeWidth={1.75} className="shrink-0 text-quiet" aria-hidden="true" />
              {scripted ? (
                <input type="hidden" name="file_id" value={file.id} />
              ) : (
                <input type="checkbox" name="file_id" value={file.id} defaultChecked aria-label={`Send ${file.name}`} />
              )}
              <span className="truncate font-medium">{file.name}</span>
              <span className="num shrink-0 text-xs text-quiet">{fileSize(file.bytes)}</span>
              {scripted && (
                <button
                  type="button"
                  className="grid size-6 shrink-0 place-items-center rounded text-quiet hover:text-ink"
                  aria-label={`Remove ${file.name}`}
                  onClick={() => onRemove(file.id)}
                >
                  <X size={14} strokeWidth={1.75} aria-hidden="true" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {sending && (
        <div className="flex items-center gap-3 text-sm">
          <div className="min-w-0 flex-1">
            <Bar value={sending.sent} max={sending.all} label="Sending the files" />
          </div>
          <span className="num text-quiet">
            {sending.sent >= sending.all
              ? "Checking"
              : `${Math.floor((sending.sent / Math.max(1, sending.all)) * 100)}% of ${fileSize(sending.all)}`}
          </span>
          <button type="button" className="link" onClick={sending.stop}>
            Stop
          </button>
        </div>
      )}
      {refused && (
        <p className="err mt-0!" role="alert">
          {refused}
        </p>
      )}
    </div>
  );
}

/** With script a button that opens the file chooser; without it the browser's own field, posted with the form. */
export function AttachButton({ onFiles }: { onFiles(files: readonly File[]): void }) {
  const withScript = useWithScript();
  const words = `Attach: ${limits.words.toLowerCase()}, up to ${limits.files} files of ${fileSize(limits.maxBytes)}`;
  return (
    <>
      <WithoutScript>
        <label className="min-w-0 text-sm">
          <span className="sr-only">{words}</span>
          <input type="file" name="upload" multiple accept={limits.accept} className="max-w-full text-sm" />
        </label>
      </WithoutScript>
      <label
        className={`btn btn-ghost btn-icon shrink-0 ${withScript} has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-brand`}
        title={words}
      >
        <Paperclip size={16} strokeWidth={1.75} aria-hidden="true" />
        <input
          type="file"
          multiple
          accept={limits.accept}
          aria-label={words}
          className="sr-only"
          onChange={(event) => {
            onFiles([...(event.target.files ?? [])]);
            event.target.value = "";
          }}
        />
      </label>
    </>
  );
}

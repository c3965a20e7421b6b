import { Form } from "@remix-run/react";
import { Lock, X } from "lucide-react";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { leftOpen } from "../../../rules/canned";
import { commas } from "../../../rules/format";
import type { Channel } from "../../../services/chat/contract.fields";
import type { KeptFile } from "../../kit/file-upload";
import { Button } from "../../kit/ui/button";
import { Link } from "../../kit/ui/link";
import { channelNames, type ReplyPermission } from "../inbox/labels";
import { type Canned, cannedFor, inserted, shortcutAt } from "./canned";
import { CannedPicker, Suggestions } from "./canned-picker";
import { AttachButton, AttachedFiles, useFiles } from "./composer-files";
import { readDraft, writeDraft } from "./drafts";
import { newRequestId } from "./outbox";

export type ComposedReply = {
  request_id: string;
  type: "text" | "note";
  text: string;
  files: KeptFile[];
  fix?: { id: number; was: string };
  /** It waits: sending takes it. */
  take?: true;
};

export type ComposerProps = {
  contact: number;
  channel: Channel;
  /** The person: drafts are theirs. */
  owner: string;
  action: string;
  /** Made by the server, so that a form that is posted twice is one message. */
  request_id: string;
  may: ReplyPermission;
  can: { file: boolean; most_characters: number };
  canned: readonly Canned[];
  /** What was refused, or what shall be mended: it stands in the field instead of the draft. */
  given?: Partial<ComposedReply> & { key: string };
  cancelFix: string;
  aside?: string;
  onSend(written: ComposedReply): void;
  onTyping(): void;
  /** A canned reply was taken: its files, as this person's own. */
  onPick(one: Canned): Promise<KeptFile[]>;
};

/** Where one writes to the customer, or a private note. Without script it is a form; with it nothing typed is lost. */
export function Composer(props: ComposerProps) {
  const { contact, channel, owner, action, may, can, canned, given, cancelFix, aside, onSend, onTyping, onPick } =
    props;
  const scripted = useHydrated();
  const area = useRef<HTMLTextAreaElement>(null);
  const [id, setId] = useState(given?.request_id || props.request_id);
  const [chosen, setChosen] = useState<"text" | "note">(given?.type ?? "text");
  const [texts, setTexts] = useState({
    text: given?.type === "note" ? "" : (given?.text ?? ""),
    note: given?.type === "note" ? (given.text ?? "") : "",
  });
  const [files, setFiles] = useState<readonly KeptFile[]>(given?.files ?? []);
  const [active, setActive] = useState(0);
  const [cursor, setCursor] = useState(0);
  const sending = useFiles(files, setFiles);
  // A private note is what somebody chose, never what is left: an answer must not become one.
  const type = chosen;
  const shut = type === "text" && !may.reply ? may.why : undefined;
  const takes = type === "text" && may.reply && may.take;
  const text = texts[type];

  // Once, when the browser takes over: what was typed before that, or else the draft.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the conversation is the key of this component
  useEffect(() => {
    const typed = area.current?.value ?? "";
    if (typed !== text) return setTexts((had) => ({ ...had, [type]: typed }));
    const draft = given ? undefined : readDraft(owner, contact);
    if (!draft) return;
    setTexts({ text: draft.text, note: draft.note });
    setChosen(draft.type);
    setFiles(draft.files);
  }, []);
  const first = useRef(true);
  useEffect(() => {
    if (first.current) first.current = false;
    else writeDraft(owner, contact, { type: chosen, ...texts, files: [...files] });
  }, [owner, contact, chosen, texts, files]);

  const at = shortcutAt(text, cursor);
  const found = at ? cannedFor(canned, at.word).filter(({ shortcut }) => shortcut !== "") : [];
  const why = shut ?? reasonNot(text, type, files, can.most_characters, sending.sending !== undefined);

  function change(value: string) {
    setTexts((had) => ({ ...had, [type]: value }));
    if (type === "text" && value !== "") onTyping();
  }

  function pick(one: Canned) {
    const [from, to] = at && found.includes(one) ? [at.from, cursor] : [cursor, cursor];
    const next = inserted(text, from, to, one.text);
    change(next.text);
    setCursor(next.cursor);
    void onPick(one).then((own) => setFiles((had) => [...had, ...own].slice(0, 5)));
    requestAnimationFrame(() => {
      area.current?.focus();
      area.current?.setSelectionRange(next.cursor, next.cursor);
    });
  }

  function send() {
    if (why !== undefined) return area.current?.focus();
    onSend({
      request_id: id,
      type,
      text,
      files: [...files],
      ...(given?.fix ? { fix: given.fix } : {}),
      ...(takes ? { take: true as const } : {}),
    });
    setId(newRequestId());
    setTexts((had) => ({ ...had, [type]: "" }));
    setFiles([]);
    area.current?.focus();
  }

  function pressed(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      return send();
    }
    const one = found[Math.min(active, found.length - 1)];
    if (!one || event.nativeEvent.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const step = event.key === "ArrowDown" ? 1 : -1;
      setActive((was) => (was + step + found.length) % found.length);
    } else if (event.key === "Enter" || event.key === "Tab") {
      event.preventDefault();
      pick(one);
    }
  }

  return (
    <Form
      method="post"
      action={action}
      encType="multipart/form-data"
      data-keeps=""
      noValidate={scripted}
      className="shrink-0 border-t border-line bg-surface px-4 pt-2 pb-3"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <input type="hidden" name="intent" value="write" />
      <input type="hidden" name="request_id" value={id} />
      {takes && <input type="hidden" name="take" value="1" />}
      {given?.fix && (
        <>
          <input type="hidden" name="fix" value={given.fix.id} />
          <input type="hidden" name="was" value={given.fix.was} />
        </>
      )}
      {!may.reply && (
        <p className="mb-1 text-sm text-quiet" role="status">
          {may.why}
        </p>
      )}
      <div className="mb-2 flex min-h-7 items-center gap-4 text-sm">
        <Tab id="compose-reply" value="text" checked={type === "text"} disabled={!may.reply} onChoose={setChosen}>
          Reply on {channelNames[channel]}
        </Tab>
        <Tab id="compose-note" value="note" checked={type === "note"} onChoose={setChosen}>
          <Lock size={14} strokeWidth={1.75} aria-hidden="true" />
          Private note
        </Tab>
        {aside && <span className="ml-auto truncate text-xs text-quiet max-sm:hidden">{aside}</span>}
      </div>
      {given?.fix && (
        <p className="mb-2 flex items-center gap-2 text-sm text-quiet">
          You are editing a failed message. Sending replaces it.
          <Link to={cancelFix} className="link inline-flex items-center gap-1" preventScrollReset>
            <X size={14} strokeWidth={1.75} aria-hidden="true" />
            Leave it
          </Link>
        </p>
      )}
      {!may.reply && type === "note" && texts.text && (
        <p className="mb-2 truncate text-sm text-quiet">Your unsent reply is kept: “{texts.text}”</p>
      )}
      <div
        className={`relative rounded-lg border focus-within:border-brand ${type === "note" ? "border-dashed border-warn bg-warn-soft" : "border-field bg-surface"}`}
      >
        {found.length > 0 && <Suggestions found={found} active={Math.min(active, found.length - 1)} onPick={pick} />}
        <textarea
          ref={area}
          id="compose-text"
          name="message"
          rows={3}
          value={text}
          maxLength={25_000}
          aria-label={type === "note" ? "Private note, only your team sees it" : "Your reply"}
          placeholder={
            type === "note" ? "Only your team sees this" : takes ? "Replying takes this conversation" : "Write a reply"
          }
          readOnly={scripted && shut !== undefined}
          aria-keyshortcuts="Control+Enter"
          className="block max-h-60 w-full resize-none bg-transparent px-3 pt-2.5 pb-1 outline-none [field-sizing:content] max-md:text-[16px]"
          onChange={(event) => {
            setCursor(event.target.selectionStart);
            setActive(0);
            change(event.target.value);
          }}
          onSelect={(event) => setCursor(event.currentTarget.selectionStart)}
          onKeyDown={pressed}
          onPaste={(event) => {
            if (can.file && event.clipboardData.files.length > 0) {
              event.preventDefault();
              void sending.add([...event.clipboardData.files]);
            }
          }}
        />
        <AttachedFiles
          files={files}
          sending={sending.sending}
          refused={sending.refused}
          scripted={scripted}
          onRemove={(gone) => setFiles(files.filter((file) => file.id !== gone))}
        />
        <div className="flex flex-wrap items-center gap-1 px-1.5 pb-1.5">
          {can.file && <AttachButton scripted={scripted} onFiles={(list) => void sending.add(list)} />}
          {scripted && <CannedPicker canned={canned} onPick={pick} />}
          <span className="ml-auto flex items-center gap-2">
            <span className="num text-xs whitespace-nowrap text-quiet [@media(scripting:none)]:hidden">
              {type === "text" && `${commas([...text].length)} of ${commas(can.most_characters)}`}
            </span>
            <Button variant="primary" {...(scripted && why !== undefined ? { disabledReason: why } : {})}>
              {type === "note" ? "Save the note" : takes ? "Take and send" : "Send"}
              <span className="text-xs font-normal opacity-90 max-sm:hidden [@media(scripting:none)]:hidden">
                Ctrl Enter
              </span>
            </Button>
          </span>
        </div>
      </div>
    </Form>
  );
}

type TabProps = {
  id: string;
  value: "text" | "note";
  checked: boolean;
  disabled?: boolean;
  onChoose(value: "text" | "note"): void;
  children: React.ReactNode;
};

function Tab({ id, value, checked, disabled = false, onChoose, children }: TabProps) {
  return (
    <label className="inline-flex h-7 cursor-pointer items-center gap-1.5 border-b-2 border-transparent font-medium whitespace-nowrap text-quiet has-checked:border-brand has-checked:text-ink has-disabled:cursor-not-allowed has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-brand">
      <input
        type="radio"
        id={id}
        name="type"
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={() => onChoose(value)}
        className="sr-only"
      />
      {children}
    </label>
  );
}

/** Why it cannot go out as it is, or nothing. */
function reasonNot(
  text: string,
  type: "text" | "note",
  files: readonly KeptFile[],
  most: number,
  uploading: boolean,
): string | undefined {
  if (uploading) return "Waiting for the files.";
  if (text.trim() === "" && files.length === 0)
    return type === "note" ? "Write the note first." : "Write something first.";
  const over = [...text].length - most;
  if (type === "text" && over > 0) return `${commas(over)} ${over === 1 ? "character" : "characters"} too many.`;
  // Statement M46: what a canned reply asks for is filled in first.
  const open = type === "text" ? leftOpen(text).map((name) => `{{${name}}}`) : [];
  return open.length > 0 ? `Fill in ${open.join(", ")} first.` : undefined;
}

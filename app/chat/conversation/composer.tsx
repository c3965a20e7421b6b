import { Form } from "@remix-run/react";
import { Lock, X } from "lucide-react";
import { useHydrated } from "remix-utils/use-hydrated";
import { answerRules } from "../../../rules/chat-channels";
import { commas } from "../../../rules/format";
import { Button } from "../../kit/ui/button";
import { Link } from "../../kit/ui/link";
import { WithoutScript, WithScript } from "../../kit/ui/without-script";
import { channelNames } from "../inbox/labels";
import { CannedPicker } from "./canned-picker";
import { AttachButton, AttachedFiles } from "./composer-files";
import { MentionField } from "./mention-field";
import { Suggestions } from "./suggestions";
import { type ComposerProps, useComposer } from "./use-composer";

/** Where one writes to the customer, or a private note. Without script it is a form; with it nothing typed is lost. */
export function Composer(props: ComposerProps) {
  const { action, can, canned, agents, given } = props;
  const scripted = useHydrated();
  const composer = useComposer(props);
  const { area, id, type, text, texts, shut, takes, why, blocked, files, sending, suggestions, active, length } =
    composer;
  const { setChosen, setCursor, setFiles, pick, take, send, pressed, typed } = composer;
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
      <ComposerHead {...props} type={type} kept={texts.text} onChoose={setChosen} />
      <div
        className={`relative rounded-lg border focus-within:border-brand ${type === "note" ? "border-dashed border-warn bg-warn-soft" : "border-field bg-surface"}`}
      >
        {suggestions.length > 0 && (
          <Suggestions
            label={type === "note" && !suggestions[0]?.words.startsWith("/") ? "Colleagues" : "Canned replies that fit"}
            found={suggestions}
            active={active}
            onPick={take}
          />
        )}
        <textarea
          ref={area}
          id="compose-text"
          name="message"
          rows={3}
          value={text}
          maxLength={25_000}
          aria-label={type === "note" ? "Private note, only your team sees it" : "Your reply"}
          placeholder={
            type === "note"
              ? "Only your team sees this. @ mentions a colleague"
              : takes
                ? "Replying takes this conversation"
                : "Write a reply"
          }
          readOnly={scripted && shut !== undefined}
          aria-keyshortcuts="Control+Enter"
          className="block max-h-60 w-full resize-none bg-transparent px-3 pt-2.5 pb-1 outline-none [field-sizing:content] max-md:text-[16px]"
          onChange={(event) => typed(event.target.value, event.target.selectionStart)}
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
        {scripted && (
          <p role="status" className={blocked ? "err mt-0! px-3 pb-1" : "sr-only"}>
            {blocked}
          </p>
        )}
        <div className="flex flex-wrap items-center gap-1 px-1.5 pb-1.5">
          {can.file && <AttachButton onFiles={(list) => void sending.add(list)} />}
          <WithoutScript>
            <MentionField agents={agents} chosen={given?.mention} />
          </WithoutScript>
          <WithScript>
            <CannedPicker canned={canned} onPick={pick} />
          </WithScript>
          <span className="ml-auto flex items-center gap-2">
            <span className="num text-xs whitespace-nowrap text-quiet [@media(scripting:none)]:hidden">
              {type === "text" && `${commas(length)} of ${commas(can.most_characters)}`}
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

type ComposerHeadProps = Pick<ComposerProps, "channel" | "customer" | "may" | "given" | "cancelFix" | "aside"> & {
  type: "text" | "note";
  /** The reply that waits while a note is written. */
  kept: string;
  onChoose(type: "text" | "note"): void;
};

/** Reply or note, and what holds for it. */
function ComposerHead({ channel, customer, may, given, cancelFix, aside, type, kept, onChoose }: ComposerHeadProps) {
  const { hint, message } = answerRules(channel, customer);
  return (
    <>
      {!may.reply && (
        <p className="mb-1 text-sm text-quiet" role="status">
          {may.why}
        </p>
      )}
      <div className="mb-2 flex min-h-7 items-center gap-4 text-sm">
        <Tab id="compose-reply" value="text" checked={type === "text"} disabled={!may.reply} onChoose={onChoose}>
          Reply on {channelNames[channel]}
          {message && ` ${message}`}
        </Tab>
        <Tab id="compose-note" value="note" checked={type === "note"} onChoose={onChoose}>
          <Lock size={14} strokeWidth={1.75} aria-hidden="true" />
          Private note
        </Tab>
        {aside && <span className="ml-auto truncate text-xs text-quiet max-sm:hidden">{aside}</span>}
      </div>
      {hint && type === "text" && may.reply && <p className="mb-2 text-sm text-quiet">{hint}</p>}
      {given?.fix && (
        <p className="mb-2 flex items-center gap-2 text-sm text-quiet">
          You are editing a failed message. Sending replaces it.
          <Link to={cancelFix} className="link inline-flex items-center gap-1" preventScrollReset>
            <X size={14} strokeWidth={1.75} aria-hidden="true" />
            Leave it
          </Link>
        </p>
      )}
      {!may.reply && type === "note" && kept && (
        <p className="mb-2 truncate text-sm text-quiet">Your unsent reply is kept: “{kept}”</p>
      )}
    </>
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

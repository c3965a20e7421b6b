import { Form } from "@remix-run/react";
import { CircleAlert, FileText, RefreshCw } from "lucide-react";
import { playerKind } from "../../../rules/files";
import { keptMentions } from "../../../rules/mentions";
import type { Message } from "../../../services/chat/contract.schemas";
import { fileSize } from "../../kit/file-upload";
import { Button } from "../../kit/ui/button";
import { inboxHref } from "../inbox/inbox-links";
import { ChatText } from "./chat-text";
import { type MessageFacts, messageFacts } from "./message-facts";

/** The words, the picture, the file, and what the network tells beside them. */
export function MessageContent({ message, search }: { message: Message; search: string }) {
  if (message.deleted) return <p className="text-quiet italic">This message was deleted.</p>;
  const text = message.data.text || message.message;
  const facts = messageFacts(message);
  return (
    <>
      {message.type === "unsupported" && (
        <p className="text-quiet italic">This kind of message cannot be shown here{text ? ":" : "."}</p>
      )}
      <Above facts={facts} />
      <MailHead meta={message.data.meta} />
      {text && <ChatText text={text} mentions={message.type === "note" ? keptMentions(message.meta.mentions) : []} />}
      {facts.choices.length > 0 && (
        <ul className="mt-1.5 flex flex-wrap gap-1.5 text-sm" aria-label="Choices">
          {facts.choices.map((choice) => (
            <li key={choice} className="rounded border border-line bg-surface px-2 py-0.5 wrap-anywhere">
              {choice}
            </li>
          ))}
        </ul>
      )}
      <WholeMail meta={message.data.meta} />
      {facts.edited && facts.before && <Before text={facts.before} />}
      {message.file_status ? <Missing message={message} search={search} /> : <Attached message={message} />}
    </>
  );
}

/** Whom it answers, where it comes from, and who vouches for it. */
function Above({ facts: { quote, forwarded, source, review, post, unproven } }: { facts: MessageFacts }) {
  const lines = [
    ...(unproven ? ["Sender not verified"] : []),
    ...(source ? [source] : []),
    ...(review ? [review] : []),
    ...(post ? [post] : []),
    ...(forwarded ? ["Forwarded"] : []),
  ];
  return (
    <>
      {lines.map((line) => (
        <p
          key={line}
          className={`text-xs wrap-anywhere ${unproven && line === lines[0] ? "font-medium text-warn" : "text-quiet"}`}
        >
          {line}
        </p>
      ))}
      {quote && (
        <blockquote className="mb-1 border-l-2 border-brand/50 pl-2 text-sm text-quiet wrap-anywhere">
          <span className="block font-medium">{quote.by}</span>
          <span className="line-clamp-3">{quote.text}</span>
        </blockquote>
      )}
    </>
  );
}

function Before({ text }: { text: string }) {
  return (
    <details className="mt-1">
      <summary className="cursor-pointer text-sm text-quiet">Before it was edited</summary>
      <div className="mt-1 border-l-2 border-line pl-2 text-quiet">
        <ChatText text={text} />
      </div>
    </details>
  );
}

/** The network still has the file, or had it. */
function Missing({ message, search }: { message: Message; search: string }) {
  if (message.file_status === "fetching")
    return <p className="mt-1 text-sm text-quiet">Fetching {message.file_name || "the file"}…</p>;
  return (
    <>
      <p className="mt-1 flex gap-1.5 text-sm text-warn">
        <CircleAlert size={14} strokeWidth={1.75} className="mt-[3px] shrink-0" aria-hidden="true" />
        <span className="wrap-anywhere">{message.reason || `${message.file_name} could not be fetched.`}</span>
      </p>
      {message.file_status === "failed" && (
        <Form method="post" action={inboxHref(search)} className="mt-2" preventScrollReset>
          <input type="hidden" name="message_id" value={message.id} />
          <Button name="intent" value="file" icon={RefreshCw}>
            Try again
          </Button>
        </Form>
      )}
    </>
  );
}

/** A picture is shown, sound and film are played, all else (and what no browser plays) is to download. */
function Attached({ message }: { message: Message }) {
  const { file_name: name, url, image } = message;
  const play = url === "" ? "" : playerKind(message.file_type);
  if (image)
    return (
      <a href={url} target="_blank" rel="noopener noreferrer" className="mt-1 block">
        <img
          src={image}
          alt={name || "Picture"}
          loading="lazy"
          className="h-40 max-w-full rounded-md bg-raised object-contain"
        />
      </a>
    );
  if (name === "") return null;
  return (
    <>
      {play === "audio" && (
        // biome-ignore lint/a11y/useMediaCaption: what customers record has no captions
        <audio controls preload="none" src={url} aria-label={name} className="mt-1 w-72 max-w-full" />
      )}
      {play === "video" && (
        // biome-ignore lint/a11y/useMediaCaption: what customers record has no captions
        <video
          controls
          preload="none"
          src={url}
          aria-label={name}
          className="mt-1 h-48 max-w-full rounded-md bg-raised"
        />
      )}
      <FileCard message={message} />
    </>
  );
}

const wordsIn = (meta: Message["meta"], name: string) => (typeof meta[name] === "string" ? String(meta[name]) : "");

/** What a mail is about, and that a machine wrote it. */
function MailHead({ meta }: Pick<Message, "meta">) {
  const [subject, automatic] = [wordsIn(meta, "subject"), wordsIn(meta, "automatic")];
  if (!subject && !automatic) return null;
  return (
    <p className="mb-1 font-medium wrap-anywhere">
      {subject}
      {automatic && <span className="font-normal text-quiet"> (automatic)</span>}
    </p>
  );
}

/** A mail with its quotations and signature, of which only what is new stands above. */
function WholeMail({ meta }: Pick<Message, "meta">) {
  const full = wordsIn(meta, "full");
  if (!full) return null;
  return (
    <details className="mt-1">
      <summary className="cursor-pointer text-sm text-quiet">Show all</summary>
      <div className="mt-1 border-l-2 border-line pl-2">
        <ChatText text={full} />
      </div>
    </details>
  );
}

function FileCard({ message }: { message: Message }) {
  const inside = (
    <>
      <span className="grid size-9 shrink-0 place-items-center rounded-md bg-raised text-quiet">
        <FileText size={16} strokeWidth={1.75} aria-hidden="true" />
      </span>
      <span className="min-w-0">
        <span className="block truncate font-medium">{message.file_name}</span>
        {message.bytes !== null && <span className="num block text-xs text-quiet">{fileSize(message.bytes)}</span>}
      </span>
    </>
  );
  const look = "mt-1 flex min-w-0 items-center gap-3";
  if (!message.url) return <div className={look}>{inside}</div>;
  return (
    <a className={`${look} hover:underline`} href={message.url} target="_blank" rel="noopener noreferrer">
      {inside}
    </a>
  );
}

import { Form } from "@remix-run/react";
import { Check, CheckCheck, CircleAlert, Clock, Lock, RefreshCw, Trash2 } from "lucide-react";
import { memo, type ReactNode } from "react";
import { brand } from "../../../rules/brand";
import type { Message } from "../../../services/chat/contract.schemas";
import { Button, LinkButton } from "../../kit/ui/button";
import { Link } from "../../kit/ui/link";
import { inboxHref } from "../inbox/inbox-links";
import { logTime, statusNames } from "../inbox/labels";
import { MessageContent } from "./message-content";
import { messageFacts } from "./message-facts";

type BubbleProps = {
  message: Message;
  zone: string;
  /** It came while this page was cut off. */
  late: boolean;
  /** The person's own name: their messages can be taken back. */
  me: string;
  /** Of the page: its links and forms keep the view and the conversation. */
  search: string;
  /** Asked whether it shall be deleted, with what that does on this channel. */
  asking: string | undefined;
};

const ticks = { queued: Clock, sent: Check, delivered: CheckCheck, read: CheckCheck } as const;

/** One message: the customer's at the left, ours at the right, a note in amber, what happened in the middle. */
export const Bubble = memo(function Bubble(props: BubbleProps) {
  const { message, zone, late, me, search } = props;
  if (message.type === "event") return <Middle>{message.data.text || message.message}</Middle>;
  if (message.type === "note") return <Note {...props} />;
  const ours = message.isAdmin;
  const facts = messageFacts(message);
  const failed = message.status === "failed" && !message.deleted;
  const mine = ours && message.author === "agent" && message.by === me;
  const time = logTime(message.date, zone);
  const who = !ours ? "" : message.author === "bot" ? "Bot" : mine ? "You" : message.by || brand.name;
  const look = failed
    ? "rounded-br-sm border border-bad/50 bg-bad-soft"
    : ours
      ? "rounded-br-sm bg-brand-soft"
      : "rounded-bl-sm border border-line bg-surface";
  return (
    <li className={`group flex max-w-[85%] flex-col gap-1 ${ours ? "items-end self-end" : "items-start self-start"}`}>
      <span className="sr-only">{ours ? who : "Customer"}:</span>
      <div className={`max-w-full min-w-0 rounded-lg px-3 py-2 ${look}`}>
        <MessageContent message={message} search={search} />
        {failed && <Failure {...props} />}
        {props.asking && <Ask {...props} />}
      </div>
      <p className="num flex min-h-4 items-center gap-1 text-xs text-quiet">
        {mine && !message.deleted && !failed && <Remove {...props} />}
        {who && `${who} \u00b7 `}
        {time}
        {ours && !message.deleted && <State message={message} />}
        {facts.edited && " \u00b7 edited"}
        {late && " \u00b7 came while you were away"}
      </p>
      {facts.reaction && (
        <p className="-mt-1 rounded-full border border-line bg-surface px-2 text-sm">
          <span className="sr-only">Reaction:</span> {facts.reaction}
        </p>
      )}
    </li>
  );
});

export function Middle({ children }: { children: ReactNode }) {
  return <li className="max-w-[90%] self-center text-center text-xs text-quiet wrap-anywhere">{children}</li>;
}

function Note(props: BubbleProps) {
  const { message, zone, me, search } = props;
  const mine = message.by === me;
  return (
    <li className="group self-stretch rounded-lg border border-dashed border-warn/60 bg-warn-soft px-3 py-2">
      <p className="num flex items-center gap-1.5 text-xs font-medium text-warn">
        <Lock size={14} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
        <span>
          Private note by {mine ? "you" : message.by} · {logTime(message.date, zone)} · only your team sees this
        </span>
        {mine && !message.deleted && <Remove {...props} />}
      </p>
      <div className="mt-1">
        <MessageContent message={message} search={search} />
        {props.asking && <Ask {...props} />}
      </div>
    </li>
  );
}

function State({ message: { status } }: { message: Message }) {
  if (status === "failed")
    return (
      <>
        {"\u00a0·"} <span className="font-medium text-bad">Failed</span>
      </>
    );
  if (status === "received") return null;
  const Icon = ticks[status];
  return (
    <>
      {"\u00a0·"}
      <span className={`inline-flex items-center gap-1 ${status === "read" ? "text-brand" : ""}`}>
        <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
        {statusNames[status]}
      </span>
    </>
  );
}

/** A failed message keeps its place, with the reason and what can be done. */
function Failure({ message, search }: BubbleProps) {
  const template = message.meta.template !== undefined;
  const text = message.type === "text" && !template;
  return (
    <>
      <p className="mt-1 flex gap-1.5 text-sm text-bad">
        <CircleAlert size={14} strokeWidth={1.75} className="mt-[3px] shrink-0" aria-hidden="true" />
        <span>{message.reason || "The channel did not take this message."}</span>
      </p>
      <Form method="post" action={inboxHref(search)} className="mt-2 flex flex-wrap gap-2" preventScrollReset>
        <input type="hidden" name="message_id" value={message.id} />
        {text && (
          <LinkButton to={inboxHref(search, { fix: message.id })} icon={RefreshCw} preventScrollReset>
            Fix and resend
          </LinkButton>
        )}
        {/* It was refunded, and is paid for as a new message. */}
        {template ? (
          <LinkButton to={inboxHref(search, { drawer: "template" })} icon={RefreshCw} preventScrollReset>
            Send a template
          </LinkButton>
        ) : (
          <Button name="intent" value="resend" {...(text ? {} : { icon: RefreshCw })}>
            Send again
          </Button>
        )}
        <Button variant="ghost" name="intent" value="delete">
          Remove
        </Button>
      </Form>
    </>
  );
}

function Remove({ message, search }: BubbleProps) {
  return (
    <Link
      to={inboxHref(search, { delete: message.id })}
      preventScrollReset
      aria-label="Delete this message"
      title="Delete this message"
      className="-my-1 mr-1 inline-grid size-6 place-items-center rounded text-quiet opacity-0 group-hover:opacity-100 hover:text-bad focus-visible:opacity-100 [@media(hover:none)]:opacity-100"
    >
      <Trash2 size={14} strokeWidth={1.75} aria-hidden="true" />
    </Link>
  );
}

function Ask({ message, search, asking }: BubbleProps) {
  return (
    <Form
      method="post"
      action={inboxHref(search)}
      className="mt-2 border-t border-line pt-2 text-sm"
      preventScrollReset
    >
      <p>{asking}</p>
      <div className="mt-2 flex gap-2">
        <input type="hidden" name="message_id" value={message.id} />
        <Button variant="danger" name="intent" value="delete">
          Delete
        </Button>
        <LinkButton to={inboxHref(search)} preventScrollReset>
          Keep it
        </LinkButton>
      </div>
    </Form>
  );
}

import { Form } from "@remix-run/react";
import { AlarmClock, ArrowRightLeft, ChevronLeft, Clock, Eye, Info, Mail, MessagesSquare } from "lucide-react";
import type { ReactNode } from "react";
import { channels } from "../../../rules/channels";
import { conversationKind } from "../../../rules/chat-channels";
import { showPhone } from "../../../rules/phone";
import type { Contact } from "../../../services/chat/contract.schemas";
import { Button, LinkButton } from "../../kit/ui/button";
import { EmptyState } from "../../kit/ui/empty-state";
import { Link } from "../../kit/ui/link";
import { NoticesPlace } from "../../kit/ui/notice";
import { RowMenu } from "../../kit/ui/row-menu";
import { ChannelIcon } from "../channels/channel-icon";
import { conversationList } from "../inbox/inbox";
import type { OpenConversation } from "../inbox/inbox.server";
import { inboxHref } from "../inbox/inbox-links";
import { channelNames, customerName, left, logTime, momentWords } from "../inbox/labels";
import { PriorityMark } from "../inbox/priority-mark";

type ThreadPaneProps = {
  open: OpenConversation | null;
  /** The conversation as the events have it by now. */
  contact: Contact | undefined;
  /** One was asked for that is not there. */
  missing: boolean;
  search: string;
  me: string;
  now: number;
  zone: string;
  /** What the form that is on its way asks for: its button waits, the others do not. */
  sending: string | undefined;
  /** "Amina is looking" */
  others: string;
  children?: ReactNode;
  className: string;
};

/** The open conversation: who it is, what can be done, how long one may answer, the messages, the composer. */
export function ThreadPane(props: ThreadPaneProps) {
  const { open, contact, missing, search, className, children } = props;
  if (!open || !contact)
    return (
      <section aria-label="Conversation" className={`min-w-0 flex-1 flex-col ${className}`}>
        <div className="m-auto">
          {missing ? (
            <EmptyState
              kind="filtered"
              title="This conversation is not here"
              text="It was deleted, or it belongs to another account. Choose another one from the list."
              actions={<LinkButton to={inboxHref(search, { chat: undefined })}>Back to the list</LinkButton>}
            />
          ) : (
            <EmptyState
              icon={MessagesSquare}
              title="Choose a conversation"
              text="j and k move through the list, Enter opens one, ? shows all keys."
            />
          )}
        </div>
        <NoticesPlace />
      </section>
    );
  return (
    <section
      aria-label={`Conversation with ${customerName(contact)}`}
      className={`min-w-0 flex-1 flex-col ${className}`}
    >
      <Head {...props} contact={contact} open={open} />
      <WindowLine {...props} contact={contact} open={open} />
      {children}
    </section>
  );
}

type OpenThreadProps = ThreadPaneProps & { contact: Contact; open: OpenConversation };

function Title({ contact }: { contact: Contact }) {
  return (
    <div className="flex items-center gap-2">
      <h2 className="truncate font-semibold leading-5">{customerName(contact)}</h2>
      {!contact.ended && <PriorityMark priority={contact.priority} />}
    </div>
  );
}

function Head({ open, contact, search, sending }: OpenThreadProps) {
  const place = conversationList(contact);
  const told = contact.msisdn ? showPhone(contact.msisdn) : contact.email;
  const who = told || conversationKind(contact.channel, contact.user_id);
  const to = inboxHref(search);
  return (
    <header className="flex h-14 shrink-0 items-center gap-3 border-b border-line bg-surface px-3 md:px-4">
      <LinkButton
        variant="ghost"
        icon={ChevronLeft}
        label="Back to the list"
        to={inboxHref(search, { chat: undefined })}
        className="-ml-1 min-[56.25rem]:hidden"
      />
      <span className="grid size-8 shrink-0 place-items-center rounded-full border border-line bg-raised">
        <ChannelIcon channel={contact.channel} />
      </span>
      <div className="min-w-0 flex-1">
        <Title contact={contact} />
        <p className="num truncate text-xs text-quiet">
          <span className={who ? "max-sm:hidden" : ""}>
            {channelNames[contact.channel]}
            {who && " · "}
          </span>
          {who}
        </p>
      </div>
      <LinkButton
        icon={Info}
        label="Details"
        to={inboxHref(search, {}, "/chat/inbox/details")}
        className="xl:hidden"
        preventScrollReset
      />
      {(place === "open" || place === "snoozed") && (
        <LinkButton
          icon={AlarmClock}
          label={place === "open" ? "Snooze" : "Change the snooze time"}
          to={inboxHref(search, { drawer: "snooze" })}
          className="@max-lg:hidden"
          preventScrollReset
        />
      )}
      {place === "open" && (
        <LinkButton
          icon={ArrowRightLeft}
          to={inboxHref(search, { drawer: "transfer" })}
          className="@max-lg:hidden"
          preventScrollReset
        >
          Transfer
        </LinkButton>
      )}
      <Form
        method="post"
        action={to}
        preventScrollReset
        data-then={place === "waiting" || place === "bot" ? "compose-text" : undefined}
      >
        {place === "open" && (
          <Button id="end-conversation" name="intent" value="end" working={sending === "end"}>
            <span>
              End<span className="@max-lg:hidden"> conversation</span>
            </span>
          </Button>
        )}
        {place === "snoozed" && (
          <Button id="resume-conversation" name="intent" value="resume" working={sending === "resume"}>
            Bring back
          </Button>
        )}
        {(place === "waiting" || place === "bot") && (
          <Button id="start-conversation" variant="primary" name="intent" value="start" working={sending === "start"}>
            <span>
              Take<span className="@max-lg:hidden"> this conversation</span>
            </span>
          </Button>
        )}
        {place === "undisposed" && (
          <Button name="intent" value="ignore" working={sending === "ignore"}>
            Ignore
          </Button>
        )}
      </Form>
      <RowMenu label="More for this conversation">
        <Form method="post" action={to} preventScrollReset>
          {contact.unread > 0 && (
            <button type="submit" name="intent" value="read">
              Mark as read
            </button>
          )}
          {open.detail.can.sync && (
            <button type="submit" name="intent" value="sync">
              Sync the conversation
            </button>
          )}
          {(place === "waiting" || place === "snoozed") && (
            <button type="submit" name="intent" value="end">
              {place === "waiting" ? "End without answering" : "End conversation"}
            </button>
          )}
        </Form>
        {contact.opened && (
          <Link to={inboxHref(search, { drawer: "snooze" })} className="@lg:hidden!">
            {place === "open" ? "Snooze" : "Change the snooze time"}
          </Link>
        )}
        {place !== "undisposed" && place !== "done" && (
          <Link to={inboxHref(search, { drawer: "transfer" })} className={place === "open" ? "@lg:hidden!" : ""}>
            Transfer
          </Link>
        )}
        <Link to={inboxHref(search, {}, "/chat/inbox/details/dispositions")}>Dispositions</Link>
        <Link to={to}>Refresh</Link>
      </RowMenu>
    </header>
  );
}

/** One thin line: how long the network lets one answer, and who else looks. */
function WindowLine({ open, contact, now, zone, others, search }: OpenThreadProps) {
  const { window } = open.detail;
  const closed = !window.open || (window.until !== null && window.until <= now);
  if (
    contact.ended ||
    (!closed && window.until === null && !others && !contact.mail_to && contact.snoozed_until === null)
  )
    return null;
  const near = window.until !== null && window.until - now < 3600;
  return (
    <div className="flex shrink-0 items-center gap-2 border-b border-line bg-surface px-4 py-1.5 text-xs">
      {(closed || window.until !== null) && (
        <>
          <span
            className={`num inline-flex items-center gap-1.5 font-medium whitespace-nowrap ${closed ? "text-bad" : near ? "text-warn" : "text-info"}`}
          >
            <Clock size={14} strokeWidth={1.75} aria-hidden="true" />
            {closed || window.until === null ? "Closed" : left(window.until, now)}
          </span>
          <span className="truncate text-quiet">
            {closed || window.until === null ? window.words : windowWords(contact, window, zone)}
          </span>
          {closed && channels[contact.channel].window?.templates && (
            <Link
              className="link inline-flex min-h-6 shrink-0 items-center font-medium"
              to={inboxHref(search, { drawer: "template" })}
            >
              Send a template
            </Link>
          )}
        </>
      )}
      {contact.snoozed_until !== null && (
        <span className="inline-flex min-w-0 items-center gap-1.5 font-medium text-info">
          <AlarmClock size={14} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
          <span className="truncate">
            Snoozed by {contact.snoozed_by}: back {momentWords(contact.snoozed_until, zone)}
          </span>
        </span>
      )}
      {contact.mail_to && (
        <span className="inline-flex min-w-0 items-center gap-1.5 font-medium text-info">
          <Mail size={14} strokeWidth={1.75} className="shrink-0" aria-hidden="true" />
          <span className="truncate">The answer also goes by email to {contact.mail_to}</span>
        </span>
      )}
      {others && (
        <span className="ml-auto inline-flex shrink-0 items-center gap-1.5 text-quiet">
          <Eye size={14} strokeWidth={1.75} aria-hidden="true" />
          {others}
        </span>
      )}
    </div>
  );
}

function windowWords(contact: Contact, { until, words }: OpenConversation["detail"]["window"], zone: string): string {
  const { name, window } = channels[contact.channel];
  if (!window?.templates || until === null) return words;
  return `${name} window closes at ${logTime(until, zone)}; then only templates`;
}

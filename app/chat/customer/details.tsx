import { useLocation } from "@remix-run/react";
import { Star } from "lucide-react";
import { showDate, showDay } from "../../../rules/format";
import { Link } from "../../kit/ui/link";
import { ChannelIcon } from "../channels/channel-icon";
import { DispositionForm, dispositionChoices } from "../inbox/disposition-form";
import { conversationList } from "../inbox/inbox";
import type { InboxData, OpenConversation } from "../inbox/inbox.server";
import { inboxHref } from "../inbox/inbox-links";
import { waitingSkill, waitingTeam } from "../inbox/labels";
import { Labels } from "./labels-section";
import { Answers, PaneHead, Section } from "./panel";
import { PersonCard } from "./person-card";
import { PriorityForm } from "./priority-section";
import { TicketsList, ticketCount } from "./tickets-list";

type DetailsProps = {
  open: OpenConversation;
  labels: InboxData["filters"]["labels"];
  me: string;
  zone: string;
  mayInterview: boolean;
};

/** All of a conversation beside it: disposition, customer, answers, tickets, what was before. */
export function Details({ open, labels, me, zone, mayInterview }: DetailsProps) {
  const { search } = useLocation();
  const { contact, person, form, page, rating, others, activities, disposition } = open.detail;
  const place = conversationList(contact);
  const choices = dispositionChoices(open.types, open.suggested);
  const pages = inboxHref(search, {}, "/chat/inbox/details/dispositions");
  return (
    <>
      <PaneHead title="Details" narrow back={inboxHref(search)} aside={whoHas(open, me, zone)} />
      <div className="min-h-0 flex-1 overflow-y-auto">
        <Section name="Disposition">
          {place === "done" ? (
            <p>{contact.disposition || "Ignored: it has none."}</p>
          ) : place === "waiting" || place === "bot" ? (
            <p className="text-sm text-quiet">Needed when the conversation has ended.</p>
          ) : (
            <>
              <p className="mb-1.5 text-xs text-quiet">
                {contact.opened ? "Needed when you end it." : "This conversation has ended and wants one."}
              </p>
              <DispositionForm
                key={`${contact.contact_id} ${place}`}
                action={pages}
                choices={choices}
                few={4}
                all={pages}
                running={contact.opened}
              />
            </>
          )}
          {disposition?.note && <p className="mt-1 text-sm text-quiet wrap-anywhere">{disposition.note}</p>}
        </Section>
        {!contact.ended && (
          <Section name="Priority">
            <PriorityForm priority={contact.priority} />
          </Section>
        )}
        <Section name="Labels">
          <Labels has={contact.labels} choices={labels} />
        </Section>
        <Section name="Profile and contacts" more={["Change or merge", "/chat/inbox/details/profile/contacts"]}>
          <PersonCard person={person} zone={zone} mayInterview={mayInterview} />
        </Section>
        <Section
          name="Info form"
          aside={`${form.length} ${form.length === 1 ? "answer" : "answers"}`}
          more={["Change the answers", "/chat/inbox/details/info-form"]}
        >
          {form.length > 0 ? (
            <Answers rows={form} zone={zone} />
          ) : (
            <p className="text-sm text-quiet">The customer has answered nothing yet.</p>
          )}
          {page.url && (
            <p className="mt-1 flex gap-3 text-sm">
              <span className="w-24 shrink-0 text-quiet">Is on</span>
              <span className="min-w-0 truncate" title={page.url}>
                {page.title || page.url}
              </span>
            </p>
          )}
        </Section>
        {open.tickets && (
          <Section
            name="Tickets"
            aside={ticketCount(open.tickets.tickets)}
            {...(open.tickets.tickets.length > 3
              ? { more: ["All tickets", "/chat/inbox/details/tickets"] as const }
              : {})}
          >
            <TicketsList open={open} few={3} />
          </Section>
        )}
        {rating && (
          <Section name="Rating">
            <p className="num flex items-center gap-1.5">
              <Star size={16} strokeWidth={1.75} className="text-warn" aria-hidden="true" />
              {rating.stars} of 5
            </p>
            {rating.note && <p className="mt-1 text-sm wrap-anywhere">{rating.note}</p>}
          </Section>
        )}
        {others.length > 0 && (
          <Section name="Other conversations" aside={String(others.length)}>
            <ul className="grid grid-cols-[minmax(0,1fr)] gap-1">
              {others.slice(0, 10).map((other) => (
                <li key={other.contact_id}>
                  <Link
                    to={inboxHref(search, { chat: other.contact_id })}
                    className="flex items-center gap-2 rounded-md py-1 hover:bg-raised"
                  >
                    <ChannelIcon channel={other.channel} named />
                    <span className="min-w-0 flex-1 truncate">{other.latest_message || "No message"}</span>
                    <span className="num shrink-0 text-xs text-quiet">{showDay(other.latest_at * 1000, zone)}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </Section>
        )}
        <Section name="What happened" aside={String(activities.length)}>
          <ol className="grid gap-2 text-sm">
            {activities.map((one) => (
              <li key={one.id}>
                <p className="wrap-anywhere">{one.description}</p>
                <p className="num text-xs text-quiet">
                  {showDate(one.date * 1000, zone)}
                  {one.by && `, ${one.by}`}
                </p>
              </li>
            ))}
          </ol>
        </Section>
      </div>
    </>
  );
}

function whoHas({ detail: { contact } }: OpenConversation, me: string, zone: string): string {
  const place = conversationList(contact);
  if (place === "bot") return "With the bot";
  if (place === "waiting") {
    const awaited = [waitingTeam(contact), waitingSkill(contact, zone)].filter(Boolean).join(", ");
    return awaited ? `Waits for ${awaited}` : "No one yet";
  }
  const who = contact.participant_id === me ? "you" : contact.response_by || "nobody";
  return place === "open" || place === "snoozed" ? `Assigned to ${who}` : `Handled by ${who}`;
}

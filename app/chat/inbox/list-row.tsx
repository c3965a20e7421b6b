import { AlarmClock, Check, CircleAlert } from "lucide-react";
import { memo } from "react";
import { isIdle } from "../../../rules/chat";
import { conversationKind } from "../../../rules/chat-channels";
import type { Contact } from "../../../services/chat/contract.schemas";
import { Link } from "../../kit/ui/link";
import { ChannelIcon } from "../channels/channel-icon";
import { LabelMark } from "../labels/label-mark";
import { bulkForm } from "./bulk-strip";
import { conversationList } from "./inbox";
import {
  customerName,
  lastWords,
  logTime,
  snoozedWords,
  waitColour,
  waitingSkill,
  waitingTeam,
  waits,
  waitsSince,
} from "./labels";
import { PriorityMark } from "./priority-mark";

type RowProps = {
  contact: Contact;
  to: string;
  current: boolean;
  typing: boolean;
  now: number;
  zone: string;
  /** Whether it is selected, while conversations are. */
  picked?: boolean | undefined;
  onPick(id: number, on: boolean): void;
};

/** One conversation of the list; all of it is the link. */
export const ListRow = memo(function ListRow(props: RowProps) {
  const { contact, to, current, typing, now, zone, picked, onPick } = props;
  const place = conversationList(contact);
  const since = waitsSince(contact, now);
  const awaited = [waitingTeam(contact), waitingSkill(contact, zone)].filter(Boolean).join(", ");
  const urgency = contact.priority !== "normal" && !contact.ended;
  const kind = conversationKind(contact.channel, contact.user_id);
  const loud = place !== "bot" && (contact.unread > 0 || place === "waiting");
  return (
    <li className="relative flex">
      {picked !== undefined && (
        <label className="tick shrink-0 pr-2 pl-3.5 md:pt-4!">
          <input
            type="checkbox"
            name="ids"
            value={contact.contact_id}
            form={bulkForm}
            checked={picked}
            onChange={(event) => onPick(contact.contact_id, event.currentTarget.checked)}
            aria-label={`Select ${customerName(contact)}`}
          />
        </label>
      )}
      <Link
        to={to}
        data-row={contact.contact_id}
        aria-current={current ? "true" : undefined}
        className="flex min-w-0 flex-1 gap-3 border-l-2 border-transparent py-2.5 pr-4 pl-3.5 hover:bg-raised focus-visible:-outline-offset-2 aria-[current]:border-brand aria-[current]:bg-brand-soft"
      >
        <span className="mt-0.5 grid size-8 shrink-0 place-items-center rounded-full border border-line bg-raised">
          <ChannelIcon channel={contact.channel} named />
        </span>
        <span className="min-w-0 flex-1">
          <span className="flex items-baseline gap-2">
            <span className={`truncate ${loud ? "font-semibold" : "font-medium"}`}>{customerName(contact)}</span>
            <span className={`num ml-auto shrink-0 text-xs ${since ? waitColour(since, now) : "text-quiet"}`}>
              {since ? waits(since, now) : logTime(contact.latest_at, zone)}
            </span>
          </span>
          <span className="mt-0.5 flex min-h-5 items-center gap-1.5 text-sm">
            {contact.latest_failed && !typing && (
              <>
                <CircleAlert size={14} strokeWidth={1.75} className="shrink-0 text-bad" aria-hidden="true" />
                <span className="shrink-0 font-medium text-bad">Failed</span>
              </>
            )}
            {contact.latest_is_admin && !contact.latest_failed && !typing && (
              <Check size={14} strokeWidth={1.75} className="shrink-0 text-quiet" aria-hidden="true" />
            )}
            <span className={`truncate ${loud && !typing ? "" : "text-quiet"}`}>
              {typing ? "is typing" : lastWords(contact)}
            </span>
            {place === "open" && isIdle(contact) && contact.unread === 0 && (
              <span className="ml-auto shrink-0 rounded-sm bg-raised px-1.5 text-xs leading-5 text-quiet">Idle</span>
            )}
            {contact.unread > 0 && (
              <span className="num ml-auto grid h-5 min-w-5 shrink-0 place-items-center rounded-full bg-brand px-1.5 text-xs font-semibold text-brand-ink">
                {contact.unread > 99 ? "99+" : contact.unread}
                <span className="sr-only"> unread</span>
              </span>
            )}
          </span>
          {(contact.labels.length > 0 || awaited || kind || place === "snoozed" || urgency) && (
            <span className="mt-1 flex items-center gap-2.5 overflow-hidden text-xs leading-5 text-quiet">
              {urgency && <PriorityMark priority={contact.priority} />}
              {kind && <span className="shrink-0">{kind}</span>}
              {contact.snoozed_until !== null && (
                <span className="inline-flex shrink-0 items-center gap-1 font-medium">
                  <AlarmClock size={12} strokeWidth={1.75} aria-hidden="true" />
                  {snoozedWords(contact.snoozed_until, zone)}
                </span>
              )}
              {awaited && <span className="min-w-0 truncate font-medium">Waits for {awaited}</span>}
              {contact.labels.slice(0, 3).map((label) => (
                <LabelMark key={label.id} label={label} />
              ))}
              {contact.labels.length > 3 && <span className="num shrink-0">+{contact.labels.length - 3}</span>}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
});

import { Check } from "lucide-react";
import type { ReactNode } from "react";
import { channels } from "../../../rules/channels";
import { showDay } from "../../../rules/format";
import { showPhone } from "../../../rules/phone";
import type { Channel } from "../../../services/chat/contract.fields";
import type { ChatPerson } from "../../../services/chat/contract.schemas";
import { href } from "../../href";
import { CallLink } from "../../kit/call-link";
import { InterviewLink } from "../../kit/interview-link";
import { Avatar } from "../../kit/ui/avatar";
import { Badge } from "../../kit/ui/badge";
import { Link } from "../../kit/ui/link";
import { ChannelIcon } from "../channels/channel-icon";
import { channelNames } from "../inbox/labels";

type PersonCardProps = { person: ChatPerson; zone: string; mayInterview: boolean };

/** Who the customer is, and every door they came through. */
export function PersonCard({ person, zone, mayInterview }: PersonCardProps) {
  const since = Math.min(...person.identities.map((one) => one.since));
  const name = person.name || "Unknown name";
  return (
    <>
      <div className="mb-2 flex items-center gap-3">
        <Avatar name={name} />
        <div className="min-w-0">
          <p className="truncate font-medium">{name}</p>
          {Number.isFinite(since) && (
            <p className="num text-xs text-quiet">Customer since {showDay(since * 1000, zone)}</p>
          )}
        </div>
        {person.blocked && <Badge kind="bad">Blocked</Badge>}
      </div>
      <ul className="grid gap-1.5">
        {person.msisdn && (
          <ContactPoint
            channel="whatsapp"
            plain
            text={<CallLink phone={person.msisdn} name={person.name} source={`person/${person.id}`} />}
            verified={person.verified}
          />
        )}
        {person.email && (
          <ContactPoint channel="email" text={person.email} verified={person.verified && !person.msisdn} />
        )}
        {person.identities.map((one) => (
          <ContactPoint
            key={`${one.inbox} ${one.external_id}`}
            channel={one.channel}
            text={contactPointText(one)}
            title={`${channelNames[one.channel]}, ${one.inbox}: ${one.external_id}`}
          />
        ))}
      </ul>
      {(person.msisdn || person.email) && (
        <p className="mt-2 text-sm">
          <Link className="link" to={href("/customer", undefined, { who: person.msisdn || person.email })}>
            Everything with this customer
          </Link>
        </p>
      )}
      {mayInterview && person.msisdn && (
        <p className="mt-2">
          <InterviewLink phone={person.msisdn} name={person.name} source={`person/${person.id}`} />
        </p>
      )}
      {person.language && (
        <p className="mt-2 flex gap-3 text-sm">
          <span className="w-24 shrink-0 text-quiet">Language</span>
          {{ en: "English", sw: "Kiswahili" }[person.language] ?? person.language}
        </p>
      )}
    </>
  );
}

/** Theirs, where they can be read: of an inbox that is named by its number, ours would look like the customer's. */
export function contactPointText({ channel, inbox, external_id }: ChatPerson["identities"][number]): string {
  if (channel === "email") return external_id;
  const phone = channels[channel].byPhone && /^\+?\d{7,15}$/.test(external_id);
  return phone ? showPhone(`+${external_id.replace("+", "")}`) : `${channelNames[channel]}, by ${inbox}`;
}

type ContactPointProps = { channel: Channel; text: ReactNode; title?: string; plain?: boolean; verified?: boolean };

function ContactPoint({ channel, text, title, plain, verified }: ContactPointProps) {
  return (
    <li className="flex min-w-0 items-center gap-2">
      <span className="text-quiet">
        <ChannelIcon channel={plain ? "mobile" : channel} />
      </span>
      <span className="num min-w-0 truncate" title={title}>
        {text}
      </span>
      {verified && (
        <Badge kind="good" className="ml-auto shrink-0">
          <Check size={12} strokeWidth={2} aria-hidden="true" />
          Verified
        </Badge>
      )}
    </li>
  );
}

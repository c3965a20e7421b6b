import { Form } from "@remix-run/react";
import {
  BookUser,
  CircleOff,
  Inbox,
  type LucideIcon,
  MessageSquareText,
  MessagesSquare,
  PackageOpen,
  Plus,
  Ticket,
  Wallet,
  X,
} from "lucide-react";
import type { DayPeriod } from "../../../rules/days";
import { axisDate, shorten, showDate } from "../../../rules/format";
import { showPhone } from "../../../rules/phone";
import type { InboxMessage } from "../../../services/messaging/contract.answers";
import { href } from "../../href";
import type { StepGroup } from "../../kit/first-steps";
import { Periods } from "../../kit/periods";
import { LinkButton } from "../../kit/ui/button";
import { Checklist, type Task } from "../../kit/ui/checklist";
import { CountChart } from "../../kit/ui/count-chart";
import { EmptyState } from "../../kit/ui/empty-state";
import { Link } from "../../kit/ui/link";
import { PageHeader } from "../../kit/ui/page-header";
import { Stat } from "../../kit/ui/stat";
import type { CardIcon, DashboardCard, WaitingCard } from "./cards.server";

type Day = { day: string; sent: number; delivered: number };
type ChatDay = { start: string; began: number; answered: number };
export type OverviewProps = {
  name: string;
  account: { name: string; number: string };
  zone: string;
  period: DayPeriod;
  periodName: string;
  cards: DashboardCard[];
  waiting: WaitingCard[];
  days: Day[];
  chatDays: ChatDay[];
  answers: InboxMessage[];
  write: { label: string; to: string } | null;
  steps: { groups: StepGroup[]; next: Task } | null;
};

const icons: Record<CardIcon, LucideIcon> = {
  sms: MessageSquareText,
  contacts: BookUser,
  inbox: Inbox,
  chats: MessagesSquare,
  tickets: Ticket,
  balance: Wallet,
};

/** A card whose service did not answer: it says so in its own place, and the others stand. */
function Card(card: DashboardCard) {
  const icon = icons[card.icon];
  if (!card.failed)
    return (
      <Stat
        label={card.label}
        icon={icon}
        value={card.value}
        unit={card.unit}
        note={card.note || undefined}
        {...(card.change ? { change: card.change } : {})}
        to={card.to}
      />
    );
  return (
    <div className="card p-4 max-sm:p-3" role="status">
      <p className="flex h-[22px] items-center gap-2 text-sm font-medium">
        <CircleOff size={16} strokeWidth={1.75} className="text-bad" aria-hidden="true" />
        {card.label}
      </p>
      <p className="mt-2 text-sm text-quiet">Not available right now. Try again in a moment.</p>
      <Link className="link inline-block min-h-6 text-sm" to="." reloadDocument>
        Try again<span className="sr-only">: {card.label}</span>
      </Link>
    </div>
  );
}

function LatestAnswers({ messages, zone }: { messages: InboxMessage[]; zone: string }) {
  return (
    <section className="card" aria-label="Latest answers">
      <div className="card-head">
        <h2>Latest answers</h2>
        <LinkButton to={href("/sms/inbox")} className="ml-auto">
          Inbox
        </LinkButton>
      </div>
      <ul className="divide-y divide-line">
        {messages.map((message) => (
          <li key={message.id} className="px-4 py-3 text-sm">
            <p className="flex flex-wrap justify-between gap-x-3">
              <b className="font-medium">{message.name || showPhone(message.msisdn)}</b>
              <time className="text-quiet" dateTime={message.received_at}>
                {showDate(message.received_at, zone)}
              </time>
            </p>
            <p className="wrap-anywhere text-quiet">{shorten(message.text, 120)}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** What waits for this person, each with the list that has as many. */
function WaitingForMe({ waiting }: { waiting: readonly WaitingCard[] }) {
  const some = waiting.filter(({ count }) => count > 0);
  return (
    <section className="card mb-4 px-4 py-3" aria-label="Waiting for you">
      <h2 className="font-semibold">Waiting for you</h2>
      {some.length > 0 ? (
        <ul className="mt-1 flex flex-wrap gap-x-8 gap-y-1 text-sm max-sm:grid">
          {some.map(({ label, to, count, late }) => (
            <li key={label}>
              <Link to={to} className="flex min-h-8 items-center gap-2 hover:underline max-md:min-h-10">
                <b className={`num text-base font-semibold ${late ? "text-bad" : ""}`}>
                  {count.toLocaleString("en-KE")}
                </b>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <p className="mt-1 text-sm text-quiet">Nothing is waiting for you.</p>
      )}
    </section>
  );
}

function HideSteps() {
  return (
    <Form method="post" action={href("/dashboard")} preventScrollReset>
      <button type="submit" className="more" aria-label="Hide this list" title="Hide this list">
        <X size={16} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </Form>
  );
}

/** The columns of a wide window, so that no card stands in a row alone. */
function widest(cards: number): string {
  if (cards === 5) return "lg:grid-cols-5";
  if (cards === 1) return "lg:grid-cols-4";
  return cards === 3 || cards === 6 || cards === 9 ? "lg:grid-cols-3" : "lg:grid-cols-4";
}

/** The first page: first steps, what waits, a card per module the viewer may see. */
export function Overview(props: OverviewProps) {
  const { name, account, zone, period, periodName, cards, waiting, days, chatDays, answers, write, steps } = props;
  const timed = cards.some(({ icon }) => icon === "sms" || icon === "chats");
  const nothing = cards.length === 0 && waiting.length === 0;
  return (
    <>
      <PageHeader
        title={`Karibu, ${name}`}
        text={[`${account.name}, account ${account.number}`, timed && periodName.toLowerCase()]
          .filter(Boolean)
          .join(", ")}
        actions={
          <>
            {timed && <Periods period={period} />}
            {write && (
              <LinkButton to={write.to} icon={Plus} {...(steps ? {} : { variant: "primary" })}>
                {write.label}
              </LinkButton>
            )}
          </>
        }
      />
      {steps && (
        <div className="mb-4">
          <Checklist title="First steps" groups={steps.groups} next={steps.next} close={<HideSteps />} />
        </div>
      )}
      {waiting.length > 0 && <WaitingForMe waiting={waiting} />}
      {nothing ? (
        <section className="card">
          <EmptyState
            icon={PackageOpen}
            title="You don't have access to anything yet"
            text="Ask an Owner or Super Admin of your account to give you a role."
          />
        </section>
      ) : (
        <>
          <div className={`mb-4 grid grid-cols-2 gap-4 max-sm:gap-3 ${widest(cards.length)}`}>
            {cards.map((card) => (
              <Card key={card.label} {...card} />
            ))}
          </div>
          <div className="grid items-start gap-4 xl:grid-cols-2">
            {days.some(({ sent }) => sent > 0) && (
              <CountChart
                title="Messages per day"
                yLabel="Messages"
                xLabel="Day"
                places={days.map(({ day }) => axisDate(day))}
                series={[
                  { label: "Sent", values: days.map(({ sent }) => sent) },
                  { label: "Delivered", values: days.map(({ delivered }) => delivered) },
                ]}
              />
            )}
            {chatDays.some(({ began }) => began > 0) && (
              <CountChart
                title="Chats per day"
                yLabel="Chats"
                xLabel="Day"
                places={chatDays.map(({ start }) => axisDate(start))}
                series={[
                  { label: "Began", values: chatDays.map(({ began }) => began) },
                  { label: "Of these answered", values: chatDays.map(({ answered }) => answered) },
                ]}
              />
            )}
            {answers.length > 0 && <LatestAnswers messages={answers} zone={zone} />}
          </div>
        </>
      )}
    </>
  );
}

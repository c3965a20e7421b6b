import { Form } from "@remix-run/react";
import {
  BookUser,
  CircleOff,
  Inbox,
  type LucideIcon,
  MessageSquareText,
  PackageOpen,
  Ticket,
  Wallet,
  X,
} from "lucide-react";
import { axisDate, shorten, showDate } from "../../rules/format";
import { showPhone } from "../../rules/phone";
import type { InboxMessage } from "../../services/messaging/contract.answers";
import { href } from "../href";
import { LinkButton } from "../kit/ui/button";
import { Checklist, type Task } from "../kit/ui/checklist";
import { Empty } from "../kit/ui/empty";
import { LineChart } from "../kit/ui/line-chart";
import { Link } from "../kit/ui/link";
import { PageHead } from "../kit/ui/page-head";
import { Stat } from "../kit/ui/stat";
import type { CardIcon, DashboardCard } from "./cards.server";

type Day = { day: string; sent: number; delivered: number };
export type OverviewProps = {
  name: string;
  account: { name: string; number: string };
  zone: string;
  cards: DashboardCard[];
  days: Day[];
  answers: InboxMessage[];
  tasks: Task[];
  hidden: boolean;
};

const icons: Record<CardIcon, LucideIcon> = {
  sms: MessageSquareText,
  contacts: BookUser,
  inbox: Inbox,
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
  if (cards === 5) return "xl:grid-cols-5";
  return cards === 6 || cards === 9 ? "xl:grid-cols-3" : "xl:grid-cols-4";
}

/** The first page: greeting, first steps, a card per module the viewer may see. */
export function Overview({ name, account, zone, cards, days, answers, tasks, hidden }: OverviewProps) {
  const open = tasks.some((task) => !task.done) && !hidden;
  return (
    <>
      <PageHead title={`Karibu, ${name}`} text={`${account.name}, account ${account.number}`} />
      {open && (
        <div className="mb-4">
          <Checklist
            title="First steps"
            text="From an empty account to the first message."
            tasks={tasks}
            close={<HideSteps />}
          />
        </div>
      )}
      {cards.length > 0 ? (
        <>
          <div className={`mb-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3 ${widest(cards.length)}`}>
            {cards.map((card) => (
              <Card key={card.label} {...card} />
            ))}
          </div>
          <div className="grid items-start gap-4 xl:grid-cols-2">
            {days.some(({ sent }) => sent > 0) && (
              <LineChart
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
            {answers.length > 0 && <LatestAnswers messages={answers} zone={zone} />}
          </div>
        </>
      ) : (
        <section className="card">
          <Empty
            icon={PackageOpen}
            title="You don't have access to anything yet"
            text="You are signed in, but have no permissions. Ask an Owner or Super Admin of your account for access."
          />
        </section>
      )}
    </>
  );
}

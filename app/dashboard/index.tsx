// /dashboard - the first page: a card per held product the viewer may see, and the first steps
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData, useSearchParams } from "@remix-run/react";
import { BookUser, Inbox, MessageSquareText, PackageOpen } from "lucide-react";
import { spanOf } from "../../rules/days";
import { shorten, showDate } from "../../rules/format";
import { showPhone } from "../../rules/phone";
import type { InboxMessage } from "../../services/messaging/contract.answers";
import { lacks } from "../access";
import { brand } from "../brand";
import { href } from "../href";
import { share } from "../kit/sms-figures";
import { LinkButton } from "../kit/ui/button";
import { Checklist } from "../kit/ui/checklist";
import { Empty } from "../kit/ui/empty";
import { LineChart } from "../kit/ui/line-chart";
import { PageHead } from "../kit/ui/page-head";
import { Stat, type StatProps } from "../kit/ui/stat";
import { page } from "../shell/page.server";
import { type Path, placeOf } from "../sitemap";

export const meta: MetaFunction = () => [{ title: `Dashboard - ${brand.name}` }];

/** Each card asks for itself and only for what the viewer may see; one that fails leaves the others alone. */
export const loader = page("/dashboard", async ({ ask, viewer }) => {
  const may = (path: Path) => !lacks(viewer, placeOf(path));
  const query = spanOf("14", viewer.time_zone, new Date());
  const [summary, groups, inbox] = await Promise.all([
    may("/dashboard/sms") ? ask.messaging.summary({ query }) : undefined,
    may("/contacts/contact-group") ? ask.messaging.groups({ query: { per_page: 1 } }) : undefined,
    may("/sms/inbox") ? ask.messaging.inbox({ query: { per_page: 5 } }) : undefined,
  ]);
  return {
    name: viewer.name.split(" ")[0] ?? viewer.name,
    account: { name: viewer.account_name, number: viewer.customer_account, products: viewer.products.length },
    zone: viewer.time_zone,
    sms:
      summary?.status === 200
        ? { sent: summary.body.sent, delivered: summary.body.delivered, days: summary.body.days }
        : null,
    groups: groups?.status === 200 ? groups.body.total : null,
    inbox:
      inbox?.status === 200
        ? { total: inbox.body.total, capped: inbox.body.total_capped, last: inbox.body.data }
        : null,
    failed: [summary, groups, inbox].some((answer) => answer && answer.status !== 200),
    may: { send: may("/sms/bulk"), contacts: may("/contacts/contact-group/upload"), inbox: may("/sms/inbox") },
  };
});

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

export default function Dashboard() {
  const { name, account, sms, groups, inbox, failed, may, zone } = useLoaderData<typeof loader>();
  const [search] = useSearchParams();
  const number = (value: number) => value.toLocaleString("en-KE");
  const cards: StatProps[] = [
    ...(sms
      ? [
          {
            label: "SMS, last 14 days",
            icon: MessageSquareText,
            value: number(sms.sent),
            unit: "sent",
            note: share(sms.delivered, sms.sent, "delivered"),
            to: href("/dashboard/sms"),
          },
        ]
      : []),
    ...(groups === null
      ? []
      : [
          {
            label: "Contacts",
            icon: BookUser,
            value: number(groups),
            unit: groups === 1 ? "group" : "groups",
            to: href("/contacts/contact-group"),
          },
        ]),
    ...(inbox
      ? [
          {
            label: "SMS inbox",
            icon: Inbox,
            value: `${number(inbox.total)}${inbox.capped ? "+" : ""}`,
            unit: "received",
            to: href("/sms/inbox"),
          },
        ]
      : []),
  ];
  const tasks = [
    ...(may.contacts
      ? [{ label: "Bring in your contacts", to: href("/contacts/contact-group/upload"), done: (groups ?? 0) > 0 }]
      : []),
    ...(may.send ? [{ label: "Send your first message", to: href("/sms/bulk"), done: (sms?.sent ?? 0) > 0 }] : []),
    ...(may.inbox ? [{ label: "Read the first answer", to: href("/sms/inbox"), done: (inbox?.total ?? 0) > 0 }] : []),
  ];
  const open = tasks.some((task) => !task.done) && search.get("steps") !== "hidden";
  return (
    <>
      <PageHead title={`Karibu, ${name}`} text={`${account.name}, account ${account.number}`} />
      {open && (
        <div className="mb-4">
          <Checklist
            title="First steps"
            text="From an empty account to the first answer."
            tasks={tasks}
            hide="?steps=hidden"
          />
        </div>
      )}
      {failed && (
        <p className="mb-4 text-quiet" role="status">
          Some figures could not be read just now. Nothing is lost: load the page again in a moment.
        </p>
      )}
      {cards.length > 0 ? (
        <>
          <div className="mb-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-3">
            {cards.map((card) => (
              <Stat key={card.label} {...card} />
            ))}
          </div>
          <div className="grid items-start gap-4 xl:grid-cols-2">
            {sms && (
              <LineChart
                title="Messages a day"
                yLabel="Messages"
                xLabel="Day"
                places={sms.days.map(({ day }) => day.slice(5).replace("-", "."))}
                series={[
                  { label: "Sent", values: sms.days.map(({ sent }) => sent) },
                  { label: "Delivered", values: sms.days.map(({ delivered }) => delivered) },
                ]}
              />
            )}
            {inbox && inbox.last.length > 0 && <LatestAnswers messages={inbox.last} zone={zone} />}
          </div>
        </>
      ) : (
        <section className="card">
          {account.products === 0 ? (
            <Empty
              icon={PackageOpen}
              title="This account holds no products yet"
              text={`Its menu grows with each product. Give your account number, ${account.number}, to the people who run ${brand.name} for you.`}
            />
          ) : (
            <Empty
              icon={PackageOpen}
              title="Nothing is open to you yet"
              text="You are signed in, but you hold no permission. An Owner or Super Admin of your account can give you one."
            />
          )}
        </section>
      )}
    </>
  );
}

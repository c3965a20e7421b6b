import { type DayPeriod, periodDays, periods } from "../../../rules/days";
import { duration } from "../../../rules/format";
import { showBalance } from "../../../rules/money";
import type { ServiceClients } from "../../../services/modules";
import { missingAccess, type Viewer } from "../../access";
import { href } from "../../href";
import { settled } from "../../kit/settled.server";
import { change, share } from "../../kit/sms-figures";
import type { StatProps } from "../../kit/ui/stat";
import type {} from "../../shell/context.server";
import { type Path, routeFor } from "../../sitemap";

export type CardIcon = "sms" | "contacts" | "inbox" | "chats" | "tickets" | "balance";
/** A number of a module; `failed` when its service refused or did not answer: then the others still show. */
export type DashboardCard = { label: string; icon: CardIcon; to: string } & (
  | ({ failed: false; value: string; unit: string; note: string } & Pick<StatProps, "change">)
  | { failed: true }
);
/** Work that waits, and the list that has as many. */
export type WaitingCard = { label: string; to: string; count: number; late?: boolean };

type Figures = { value: string; unit: string; note: string } & Pick<StatProps, "change">;

const number = (value: number) => value.toLocaleString("en-KE");
const counted = (value: number, one: string, many: string) => ({
  value: number(value),
  unit: value === 1 ? one : many,
});

/** What the first page shows: each part asked for on its own, and only what the viewer may see. */
export async function loadDashboard(api: ServiceClients, viewer: Viewer, period: DayPeriod) {
  const may = (path: Path) => !missingAccess(viewer, routeFor(path));
  const query = periodDays(period, viewer.time_zone, new Date());
  const see = {
    sms: may("/dashboard/sms"),
    contacts: may("/contacts/contact-group"),
    inbox: may("/sms/inbox"),
    chats: may("/chat/inbox"),
    reports: may("/chat/reports/dashboard"),
    tickets: may("/ticketing/tickets"),
    mine: may("/ticketing/main"),
    money: may("/settings/selfcare/statement"),
  };
  const { billing_customer_id } = viewer;
  const [summary, groups, inbox, chats, report, tickets, mine, balance] = await Promise.all([
    settled(see.sms ? api.messaging.summary({ query }) : undefined),
    settled(see.contacts ? api.messaging.groups({ query: { per_page: 1 } }) : undefined),
    settled(see.inbox ? api.messaging.inbox({ query: { per_page: 5 } }) : undefined),
    settled(see.chats ? api.chat.contacts({ query: { view: "waiting", per_page: 1 } }) : undefined),
    settled(see.reports ? api.chat.reportDashboard({ query: { days: period } }) : undefined),
    see.tickets ? ticketCounts(api) : undefined,
    see.mine ? ticketCounts(api, "me") : undefined,
    settled(see.money ? api.billing.balance({ params: { billing_customer_id } }) : undefined),
  ]);
  const cards: DashboardCard[] = [];
  const add = (card: Pick<DashboardCard, "label" | "icon" | "to">, figures: Figures | undefined) =>
    cards.push(figures ? { ...card, failed: false, ...figures } : { ...card, failed: true });
  if (see.sms)
    add(
      { label: "SMS", icon: "sms", to: href("/dashboard/sms", undefined, { days: period }) },
      summary && {
        value: number(summary.sent),
        unit: "sent",
        note: summary.sent === 0 ? "Nothing sent in this period" : share(summary.delivered, summary.sent, "delivered"),
        change: change(summary.sent, summary.before.sent, "up"),
      },
    );
  if (see.reports)
    add(
      { label: "Chats", icon: "chats", to: href("/chat/reports/dashboard", undefined, { days: period }) },
      report && {
        ...counted(report.total.chats, "chat", "chats"),
        note:
          report.total.chats === 0
            ? "No chats in this period"
            : `First response ${duration(report.total.first_response_seconds)}`,
      },
    );
  if (see.tickets)
    add(
      { label: "Tickets", icon: "tickets", to: href("/ticketing/tickets", undefined, { status: "unresolved" }) },
      tickets && { value: number(tickets.unresolved), unit: "not resolved", ...late(tickets.overdue) },
    );
  else if (see.mine)
    add(
      { label: "My tickets", icon: "tickets", to: href("/ticketing/main", undefined, { status: "unresolved" }) },
      mine && { value: number(mine.unresolved), unit: "not resolved", ...late(mine.overdue) },
    );
  if (see.inbox)
    add(
      { label: "SMS inbox", icon: "inbox", to: href("/sms/inbox") },
      inbox && {
        value: `${number(inbox.total)}${inbox.total_capped ? "+" : ""}`,
        unit: "received",
        note: summary ? `${number(summary.received)} in this period` : "",
      },
    );
  if (see.contacts)
    add(
      { label: "Contact groups", icon: "contacts", to: href("/contacts/contact-group") },
      groups && { ...counted(groups.total, "group", "groups"), note: "For bulk SMS" },
    );
  if (see.money)
    add(
      { label: "Balance", icon: "balance", to: href("/settings/selfcare") },
      balance === undefined
        ? undefined
        : { value: `KES ${showBalance(balance)}`, unit: "", note: "For messages and plans" },
    );
  return {
    period,
    periodName: periods[period],
    cards,
    waiting: [...chatsWaiting(chats), ...ticketsWaiting("/ticketing/main", mine), ...overseen(tickets)],
    days: summary?.days ?? [],
    chatDays: report?.spans.map(({ start, chats: began, answered }) => ({ start, began, answered })) ?? [],
    answers: inbox?.data ?? [],
    write: actions.find(({ to }) => may(to)) ?? null,
  };
}

/** What one comes to do, the first that is open. */
const actions = [
  { label: "New bulk SMS", to: "/sms/bulk" },
  { label: "New SMS", to: "/sms/send" },
  { label: "Upload contacts", to: "/contacts/contact-group/upload" },
  { label: "New ticket", to: "/ticketing/new" },
] as const;

function late(overdue: number): Pick<Figures, "note" | "change"> {
  if (overdue === 0) return { note: "None overdue" };
  return { note: "New, open or pending", change: { kind: "warn", text: `${number(overdue)} overdue` } };
}

type TicketCounts = { unresolved: number; overdue: number };

/** As the list counts them: these are its own totals. */
async function ticketCounts(api: ServiceClients, member?: "me"): Promise<TicketCounts | undefined> {
  const total = (query: { status?: "unresolved"; due?: "overdue" }) =>
    settled(api.ticketing.ticketList({ query: { ...query, ...(member ? { member } : {}), per_page: 1 }, body: {} }));
  const [unresolved, overdue] = await Promise.all([total({ status: "unresolved" }), total({ due: "overdue" })]);
  return unresolved && overdue && { unresolved: unresolved.total, overdue: overdue.total };
}

type ChatCounts = { counts: { waiting: number; mine: number; undisposed: number } };

function chatsWaiting(chats: ChatCounts | undefined): WaitingCard[] {
  if (!chats) return [];
  const view = (name: string) => href("/chat/inbox", undefined, { view: name });
  return [
    { label: "Chats waiting for an agent", to: view("waiting"), count: chats.counts.waiting },
    { label: "Your open chats", to: view("mine"), count: chats.counts.mine },
  ];
}

function ticketsWaiting(
  path: "/ticketing/main" | "/ticketing/tickets",
  counts: TicketCounts | undefined,
): WaitingCard[] {
  if (!counts) return [];
  const to = (query: Record<string, string>) => href(path, undefined, query);
  return [
    { label: "Your tickets", to: to({ status: "unresolved" }), count: counts.unresolved },
    { label: "Your overdue tickets", to: to({ due: "overdue" }), count: counts.overdue, late: true },
  ];
}

/** Who sees every ticket sees every late one. */
function overseen(counts: TicketCounts | undefined): WaitingCard[] {
  if (!counts) return [];
  const to = href("/ticketing/tickets", undefined, { due: "overdue" });
  return [{ label: "All overdue tickets", to, count: counts.overdue, late: true }];
}

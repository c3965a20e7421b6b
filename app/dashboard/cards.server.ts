import { spanOf } from "../../rules/days";
import { showBalance } from "../../rules/money";
import { lacks, type Viewer } from "../access";
import { share } from "../kit/sms-figures";
import type { Ask } from "../shell/context.server";
import { lines, type Path, placeOf } from "../sitemap";

export type CardIcon = "sms" | "contacts" | "inbox" | "tickets" | "balance";
/** A number of a module; `failed` when its service refused or did not answer: then the others still show. */
export type DashboardCard = { label: string; icon: CardIcon; to: string } & (
  | { failed: false; value: string; unit: string; note: string }
  | { failed: true }
);

type Answered = { status: number; body: unknown };
type Good<A extends Answered> = Extract<A, { status: 200 }>["body"];

const number = (value: number) => value.toLocaleString("en-KE");

/** The answer, or undefined when it is a refusal or there is none. What the shell throws (sign in first) goes on. */
export async function settled<A extends Answered>(asked: Promise<A> | undefined): Promise<Good<A> | undefined> {
  if (!asked) return undefined;
  try {
    const answer = await asked;
    return answer.status === 200 ? (answer.body as Good<A>) : undefined;
  } catch (error) {
    if (error instanceof Response) throw error;
    return undefined;
  }
}

/** What the first page shows: each part asked for on its own, and only what the viewer may see. */
export async function dashboardOf(ask: Ask, viewer: Viewer) {
  const may = (path: Path) => !lacks(viewer, placeOf(path));
  const query = spanOf("14", viewer.time_zone, new Date());
  const see = {
    sms: may("/dashboard/sms"),
    contacts: may("/contacts/contact-group"),
    inbox: may("/sms/inbox"),
    money: may("/settings/selfcare/statement"),
    people: may("/settings/users/new"),
    tickets: mayIfThere(viewer, "/ticketing/dashboard"),
  };
  const { customer_account: account, billing_customer_id } = viewer;
  const [summary, last, groups, inbox, tickets, balance, people] = await Promise.all([
    settled(see.sms ? ask.messaging.summary({ query }) : undefined),
    settled(see.sms ? ask.messaging.outboxSummary({ query: { limit: 1 } }) : undefined),
    settled(see.contacts ? ask.messaging.groups({ query: { per_page: 1 } }) : undefined),
    settled(see.inbox ? ask.messaging.inbox({ query: { per_page: 5 } }) : undefined),
    settled(see.tickets ? ask.ticketing.incidentsSummary({}) : undefined),
    settled(see.money ? ask.billing.balance({ params: { billing_customer_id } }) : undefined),
    settled(
      see.people ? ask.identity.members({ params: { account, group: "all" }, query: { per_page: 1 } }) : undefined,
    ),
  ]);
  const cards: DashboardCard[] = [];
  const add = (card: Pick<DashboardCard, "label" | "icon" | "to">, figures: Figures | undefined) =>
    cards.push(figures ? { ...card, failed: false, ...figures } : { ...card, failed: true });
  if (see.sms)
    add(
      { label: "SMS, last 14 days", icon: "sms", to: "/dashboard/sms" },
      summary && {
        value: number(summary.sent),
        unit: "sent",
        note: share(summary.delivered, summary.sent, "delivered"),
      },
    );
  if (see.contacts)
    add(
      { label: "Contacts", icon: "contacts", to: "/contacts/contact-group" },
      groups && { value: number(groups.total), unit: groups.total === 1 ? "group" : "groups", note: "" },
    );
  if (see.inbox)
    add(
      { label: "SMS inbox", icon: "inbox", to: "/sms/inbox" },
      inbox && { value: `${number(inbox.total)}${inbox.total_capped ? "+" : ""}`, unit: "received", note: "" },
    );
  if (see.tickets)
    add(
      { label: "Ticketing", icon: "tickets", to: "/ticketing/dashboard" },
      tickets && { value: number(tickets.open), unit: "open", note: `${number(tickets.overdue)} past due` },
    );
  if (see.money)
    add(
      { label: "Balance", icon: "balance", to: "/settings/selfcare" },
      balance === undefined
        ? undefined
        : { value: `KES ${showBalance(balance)}`, unit: "", note: "For messages and plans" },
    );
  return {
    cards,
    days: summary?.days ?? [],
    answers: inbox?.data ?? [],
    tasks: firstSteps(may, {
      groups: groups?.total,
      blasts: last?.data.length,
      people: people?.total,
      // A plan paid for is no balance; what was sent was paid from one.
      money: balance === undefined ? undefined : balance + (last?.data.length ?? 0),
    }),
  };
}

/** A module's card comes with its page: before that there is nothing to lead to. */
function mayIfThere(viewer: Viewer, page: string): boolean {
  const place = lines.find(({ path }) => path === page);
  return place !== undefined && !lacks(viewer, place);
}

type Figures = { value: string; unit: string; note: string };
type Known = Record<"groups" | "blasts" | "people" | "money", number | undefined>;

/** The first run, from the data itself: what can't be known just now is left out rather than shown as open. */
export function firstSteps(may: (path: Path) => boolean, { groups, blasts, people, money }: Known) {
  const step = (label: string, to: Path, done: number | undefined, from = 0) =>
    may(to) && done !== undefined ? [{ label, to: to as string, done: done > from }] : [];
  return [
    ...step("Top up the balance", "/settings/selfcare/topup", money),
    ...step("Import your contacts", "/contacts/contact-group/upload", groups),
    ...step("Send your first message", "/sms/bulk", blasts),
    // The one who looks is there already.
    ...step("Invite a colleague", "/settings/users/new", people, 1),
  ];
}

import { z } from "zod";
import { chatPriorities } from "../../../rules/chat-priority";
import { templateCents } from "../../../rules/whatsapp/prices";
import { Channel } from "../../../services/chat/contract.fields";
import { inboxViews } from "../../../services/chat/contract.inbox";
import { cursor } from "../../../services/kit/contract";
import { mayOpen, missingAccess } from "../../access";
import { type Admitted, expectStatus } from "../../shell/page.server";
import { routeFor } from "../../sitemap";
import { loadCanned, withTicket } from "../canned/canned.server";
import { parseNetwork } from "../channels/networks";
import { newRequestId } from "../conversation/outbox";
import type { InboxView } from "./inbox";
import { loadStarting } from "./start.server";

export type InboxRequest = Pick<Admitted<"/chat/inbox">, "api" | "viewer" | "url" | "from" | "request">;

/** The numbers of "ids=1&ids=2" and of "ids=1,2", each once. */
function contactIds(given: readonly string[]): number[] {
  const numbers = given.flatMap((one) => one.split(",")).map(Number);
  return [...new Set(numbers.filter((one) => Number.isSafeInteger(one) && one > 0))];
}

const Search = z.object({
  view: z.enum(inboxViews).default("all").catch("all"),
  q: z.string().trim().max(100).default("").catch(""),
  channel: Channel.optional().catch(undefined),
  /** One way in: a number, a page, a mailbox. */
  inbox: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined),
  label: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined),
  team: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined),
  priority: z.enum(chatPriorities).optional().catch(undefined),
  chat: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined),
  before: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined),
  /** A failed message whose words stand in the composer, to be mended. */
  fix: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined),
  /** A message that is asked about before it is deleted. */
  delete: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined),
  after: cursor,
  /** Several conversations are being selected, and which. */
  select: z.literal("1").optional().catch(undefined),
  ids: z.array(z.string()).transform(contactIds),
  /** Of the drawer that changes them: the step that asks before they end. */
  end: z.literal("1").optional().catch(undefined),
  drawer: z.enum(["transfer", "snooze", "new", "template", "bulk", "views"]).optional().catch(undefined),
  /** Of the drawer of a template: which one. */
  template: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined),
  /** Of the drawer of a new conversation: what was searched for, and who was chosen. */
  find: z.string().trim().max(100).default("").catch(""),
  person: z.coerce.number().int().positive().max(Number.MAX_SAFE_INTEGER).optional().catch(undefined),
});

export function inboxSearch(url: URL) {
  return Search.parse({ ...Object.fromEntries(url.searchParams), ids: url.searchParams.getAll("ids") });
}

type Search = ReturnType<typeof inboxSearch>;

/** Rows of one view at a time. */
const rows = 100;

/**
 * A view as the service has it. "All" without a search is what is to be done: who waits, whom I answer, what wants a
 * disposition, and what colleagues have; each by its own order, so that the longest wait is never cut off. `more`: the
 * views of which these are the first ones alone.
 */
async function loadList({ api }: InboxRequest, { view, q, channel, inbox, label, team, priority, after }: Search) {
  const read = async (view: InboxView, per_page: number) => {
    const query = {
      view,
      q,
      ...(channel ? { channel } : {}),
      ...(inbox ? { inbox_id: inbox } : {}),
      ...(label ? { label_id: label } : {}),
      ...(team ? { team_id: team } : {}),
      ...(priority ? { priority } : {}),
      ...(after ? { after } : {}),
      per_page,
    };
    return expectStatus(await api.chat.contacts({ query }), 200);
  };
  if (view !== "all" || q || after) return { ...(await read(view, rows)), more: [] };
  const [waiting, mine, undisposed, open] = await Promise.all([
    read("waiting", 2 * rows),
    read("mine", rows),
    read("undisposed", rows / 2),
    read("open", rows / 2),
  ]);
  const all = [...waiting.data, ...mine.data, ...undisposed.data, ...open.data];
  const data = [...new Map(all.map((row) => [row.contact_id, row])).values()];
  // The oldest of the four: an event that one of them knows already changes nothing.
  const cursor = Math.min(waiting.cursor, mine.cursor, undisposed.cursor, open.cursor);
  const more = Object.entries({ waiting, mine, undisposed, open }).flatMap(([view, { next }]) =>
    next === null ? [] : [view as InboxView],
  );
  return { ...waiting, data, cursor, next: null, more };
}

/** The whole inbox for one URL: the list, the open conversation with its messages and details. */
export async function loadInbox(given: InboxRequest) {
  const { api, viewer, url } = given;
  const search = inboxSearch(url);
  const [list, open, colleagues, starting, mine, inboxes, filters, settings] = await Promise.all([
    loadList(given, search),
    search.chat ? loadOpen(given, search.chat, search.before) : undefined,
    (search.drawer === "transfer" && search.chat) || search.drawer === "bulk" ? api.chat.colleagues({}) : undefined,
    search.drawer === "new" ? loadStarting(given, search.find, search.person) : null,
    api.chat.preferences({}),
    api.chat.inboxes({}),
    api.chat.inboxFilters({}),
    api.identity.listSettings({ query: { list: "/chat/inbox" } }),
  ]);
  const templates = search.drawer === "template" && open ? await loadTemplates(given, open.detail.contact) : null;
  const ways = inboxes.status === 200 ? inboxes.body.data : [];
  const has = ways.map(({ channel }) => channel);
  return {
    me: { id: viewer.id, name: viewer.name },
    zone: viewer.time_zone,
    mayInterview: mayOpen(viewer, routeFor("/survey/interview")),
    /** Seconds: the clock of waits and windows. */
    now: Math.floor(Date.now() / 1000),
    search,
    list,
    open: open ?? null,
    colleagues: colleagues ? expectStatus(colleagues, 200).data : null,
    starting,
    templates,
    /** What the way in that is filtered by is called. */
    inboxName: ways.find(({ id }) => id === search.inbox)?.name,
    /** The channels of networks that are switched off or disconnected, by their ways in: nothing is sent there. */
    off: ways.flatMap(({ id, channel, active }) => (active || !parseNetwork(channel) ? [] : [id])),
    /** Labels, teams and agents: for filters, the details, a transfer, mentions and changes of several conversations. */
    filters: filters.status === 200 ? filters.body : { labels: [], teams: [], skills: [], agents: [] },
    /** The searches that people saved. */
    saved: settings.status === 200 ? { views: settings.body.views, shares: settings.body.shares } : null,
    /** The channels by which customers come, in the order of their names' table. */
    channels: Channel.options.filter((channel) => has.includes(channel)),
    /** Whether this person wants the keys of the inbox. */
    keys: mine.status !== 200 || mine.body.inbox_keys,
  };
}
export type InboxData = Awaited<ReturnType<typeof loadInbox>>;
export type OpenConversation = NonNullable<InboxData["open"]>;

type NumberOfCustomer = { inbox_id: number; msisdn: string | null };

/** The templates that the customer's number can be written to with, and what each costs. */
async function loadTemplates({ api }: InboxRequest, { inbox_id, msisdn }: NumberOfCustomer) {
  const answer = await api.whatsapp.usableTemplates({ query: { inbox_id } });
  if (answer.status !== 200) return [];
  const { data, prices } = answer.body;
  return data.map((one) => ({ ...one, cents: templateCents(prices, one.category, msisdn) }));
}

/** The open conversation; undefined when there is no such one (any more). */
async function loadOpen(given: InboxRequest, id: number, before: number | undefined) {
  const { api } = given;
  const [found, messages, types, canned] = await Promise.all([
    api.chat.contact({ params: { id } }),
    api.chat.messages({ params: { id }, query: before ? { before } : {} }),
    api.chat.dispositionTypes({ query: { contact_id: id } }),
    loadCanned(given, id),
  ]);
  if (found.status === 404 || messages.status === 404) return undefined;
  const detail = expectStatus(found, 200);
  const { data, suggested } = expectStatus(types, 200);
  const tickets = await loadTickets(given, detail.person);
  return {
    detail,
    thread: { contact_id: id, ...expectStatus(messages, 200) },
    /** Older messages are shown than the newest. */
    earlier: before !== undefined,
    types: data,
    suggested,
    canned: withTicket(canned, tickets?.tickets[0]?.id),
    tickets,
    request_id: newRequestId(),
  };
}

/** The customer's tickets by number and by address, each once; null: the account or the person has no ticketing. */
async function loadTickets({ api, viewer }: InboxRequest, person: { msisdn: string | null; email: string }) {
  if (!viewer.products.some(({ name }) => name === "Ticketing")) return null;
  const ids = [person.msisdn, person.email].filter((id): id is string => Boolean(id));
  const answers = await Promise.all(ids.map((id) => api.ticketing.customerTickets({ query: { id, per_page: 20 } })));
  const found = new Map(
    answers.flatMap((answer) => (answer.status === 200 ? answer.body.data.map((one) => [one.id, one] as const) : [])),
  );
  const tickets = [...found.values()].map(({ id, subject, status, created_at }) => ({
    id,
    subject,
    status,
    created_at,
  }));
  return {
    tickets: tickets.sort((a, b) => b.id - a.id),
    mayOpen: !missingAccess(viewer, routeFor("/ticketing/show/:index")),
    mayWrite: !missingAccess(viewer, routeFor("/ticketing/new")),
  };
}

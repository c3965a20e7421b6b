import { channelName } from "../../../rules/chat-channels";
import type { RecordKind } from "../../../rules/crm";
import { showKes } from "../../../rules/money";
import { showPhone } from "../../../rules/phone";
import type { CrmRecord } from "../../../services/crm/contract.records";
import { mayOpen, type Viewer } from "../../access";
import { href } from "../../href";
import { blastStatus, blastTitle } from "../../kit/blast-labels";
import { findCustomer } from "../../kit/customer/load.server";
import { customerSources } from "../../kit/customer/sources.server";
import type { Rows } from "../../kit/list";
import { invoiceKindNames, invoiceStatus } from "../../kit/money/labels";
import { maxHits } from "../../shell/found";
import { type Path, routeFor } from "../../sitemap";
import type { SearchSource } from "./search.server";

const opens = (path: Path) => (viewer: Viewer) => mayOpen(viewer, routeFor(path));
const facts = (...said: (string | null | undefined | false)[]) => said.filter(Boolean).join(", ");
const capital = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

/** The list with the same search, when it has more than is shown here. */
function allOf({ total, total_capped }: Pick<Rows<unknown>, "total" | "total_capped">, list: string, to: string) {
  if (total <= maxHits) return {};
  return { all: { to, label: `All ${total.toLocaleString("en-KE")}${total_capped ? "+" : ""} in ${list}` } };
}

/** The page of whoever has the number or the address. */
const customer: SearchSource = {
  name: "Customer",
  icon: "circle-user",
  may: (viewer) => customerSources.some((source) => source.may(viewer)),
  async find(given, { q, phone }) {
    const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(q) ? q.toLowerCase() : undefined;
    if (!phone && !email) return { hits: [] };
    const found = await findCustomer(given, { phones: phone ? [phone] : [], emails: email ? [email] : [] });
    if (!found) return { hits: [] };
    const address = phone ? showPhone(phone) : q;
    const detail = facts(found.name && address, "messages, calls, conversations, tickets and sales in one place");
    return { hits: [{ to: href("/customer", undefined, { who: phone ?? q }), label: found.name || address, detail }] };
  },
};

const contacts: SearchSource = {
  name: "Contacts",
  icon: "book-user",
  may: opens("/contacts/contact-group/details/contact"),
  async find({ api }, { q, phone }) {
    const answer = await api.messaging.findContacts({ query: { q, limit: maxHits } });
    if (answer.status !== 200) return answer;
    const { data, more } = answer.body;
    const hits = data.map(({ contact_id, group_id, group_name, msisdn, email, name }) => {
      const address = msisdn ? showPhone(msisdn) : (email ?? "");
      return {
        to: href("/contacts/contact-group/details/contact", undefined, { id: group_id, contact: contact_id }),
        label: name || address,
        detail: facts(name && address, group_name),
        exact: phone !== undefined && msisdn === phone,
      };
    });
    return { hits, more };
  },
};

const tickets: SearchSource = {
  name: "Tickets",
  icon: "ticket",
  may: (viewer) => opens("/ticketing/tickets")(viewer) || opens("/ticketing/main")(viewer),
  async find({ api, viewer }, { q: typed, phone, id }) {
    // Tickets know a number by its digits.
    const q = phone ? phone.slice(1) : typed;
    const all = opens("/ticketing/tickets")(viewer);
    const mine = all ? {} : { member: "me" };
    const [answer, own] = await Promise.all([
      api.ticketing.ticketList({ query: { ...mine, q, per_page: maxHits }, body: {} }),
      id ? api.ticketing.ticketList({ query: { ids: String(id), per_page: 1 }, body: {} }) : undefined,
    ]);
    if (answer.status !== 200) return answer;
    const exact = own?.status === 200 ? own.body.data : [];
    const others = answer.body.data.filter((ticket) => ticket.id !== id);
    const hits = [...exact, ...others].map((ticket) => ({
      to: href("/ticketing/show/:index", { index: ticket.id }),
      label: `#${ticket.id} ${ticket.subject}`,
      detail: facts(ticket.customer.name || showPhone(ticket.customer.phone), capital(ticket.status)),
      exact: ticket.id === id,
    }));
    const path = all ? "/ticketing/tickets" : "/ticketing/main";
    return { hits, ...allOf(answer.body, all ? "Tickets" : "My tickets", href(path, undefined, { q })) };
  },
};

const conversations: SearchSource = {
  name: "Conversations",
  icon: "messages-square",
  may: opens("/chat/inbox"),
  async find({ api }, { q, phone, id }) {
    const answer = await api.chat.contacts({ query: { q, per_page: maxHits } });
    if (answer.status !== 200) return answer;
    const { data, next } = answer.body;
    const hits = data.map((chat) => {
      const channel = channelName(chat.channel);
      return {
        to: href("/chat/inbox", undefined, { q, chat: chat.contact_id }),
        label: chat.name || (chat.msisdn ? showPhone(chat.msisdn) : chat.email) || `${channel} visitor`,
        detail: facts(
          channel,
          chat.ended ? "Ended" : chat.opened ? "Open" : "Waiting",
          chat.latest_message.slice(0, 80),
        ),
        exact: (phone !== undefined && chat.msisdn === phone) || chat.contact_id === id,
      };
    });
    return {
      hits,
      ...(next ? { all: { to: href("/chat/inbox", undefined, { q }), label: "All in Chat inbox" } } : {}),
    };
  },
};

const blasts: SearchSource = {
  name: "Blasts",
  icon: "message-square-text",
  may: opens("/sms/history"),
  async find({ api }, { q }) {
    const answer = await api.messaging.blasts({ query: { q, per_page: maxHits } });
    if (answer.status !== 200) return answer;
    const hits = answer.body.data.map((blast) => ({
      to: href("/sms/history/:id", { id: blast.id }),
      label: blastTitle(blast),
      detail: facts(blastStatus[blast.status].word, blast.groups.map(({ name }) => name).join(" and ")),
    }));
    return { hits, ...allOf(answer.body, "SMS history", href("/sms/history", undefined, { q })) };
  },
};

const broadcasts: SearchSource = {
  name: "WhatsApp broadcasts",
  icon: "message-circle",
  may: opens("/whatsapp/inboxes/broadcast-history"),
  async find({ api }, { q }) {
    const answer = await api.whatsapp.broadcasts({ query: { q, per_page: maxHits } });
    if (answer.status !== 200) return answer;
    const hits = answer.body.data.map(({ id, name, template_name, status, audience }) => ({
      to: href("/whatsapp/inboxes/broadcasts/:id", { id }),
      label: name || template_name,
      detail: facts(capital(status), audience),
    }));
    const all = href("/whatsapp/inboxes/broadcast-history", undefined, { q });
    return { hits, ...allOf(answer.body, "WhatsApp broadcast history", all) };
  },
};

function hasNumber({ phone, contact_points = [] }: CrmRecord, number: string): boolean {
  return phone === number || contact_points.some(({ value }) => value === number);
}

/** The records of the CRM of one kind. */
function records(kind: RecordKind, name: string): SearchSource {
  const list: Path = `/crm/${kind}s`;
  return {
    name,
    icon: "handshake",
    may: opens(list),
    async find({ api }, { q, phone }) {
      const sought = phone ?? q;
      // Which number of theirs was found is asked for beside them.
      const points = phone !== undefined && kind !== "deal" ? { points: "1" as const } : {};
      const query = { q: sought, state: "all" as const, per_page: maxHits, ...points };
      const answer =
        kind === "lead"
          ? await api.crm.leads({ query })
          : kind === "contact"
            ? await api.crm.crmContacts({ query })
            : await api.crm.deals({ query });
      if (answer.status !== 200) return answer;
      const hits = answer.body.data.map((found) => ({
        to: href(`/crm/${kind}/:index`, { index: found.id }),
        label: found.name,
        detail: facts(found.company, found.phone && showPhone(found.phone), found.stage),
        exact: phone !== undefined && hasNumber(found, phone),
      }));
      const all = href(list, undefined, { q: sought, state: "all", ...(kind === "deal" ? { view: "table" } : {}) });
      return { hits, ...allOf(answer.body, name, all) };
    },
  };
}

const organisations: SearchSource = {
  name: "Organisations",
  icon: "building-2",
  may: opens("/crm/organisations"),
  async find({ api }, { q, phone }) {
    const sought = phone ?? q;
    const answer = await api.crm.organisations({ query: { q: sought, per_page: maxHits } });
    if (answer.status !== 200) return answer;
    const hits = answer.body.data.map((found) => ({
      to: href("/crm/organisations/:id", { id: found.id }),
      label: found.name,
      detail: facts(found.town, found.phone && showPhone(found.phone), found.sales_manager),
      exact: phone !== undefined && found.phone === phone,
    }));
    return { hits, ...allOf(answer.body, "Organisations", href("/crm/organisations", undefined, { q: sought })) };
  },
};

const surveys: SearchSource = {
  name: "Surveys",
  icon: "clipboard-list",
  may: opens("/survey"),
  async find({ api }, { q }) {
    const answer = await api.survey.surveys({ query: { q, per_page: maxHits } });
    if (answer.status !== 200) return answer;
    const hits = answer.body.data.map(({ uuid, title, status, completed_count }) => ({
      to: href("/survey/:uuid/build", { uuid }),
      label: title,
      detail: facts(capital(status), `${completed_count.toLocaleString("en-KE")} completed`),
    }));
    return { hits, ...allOf(answer.body, "Surveys", href("/survey", undefined, { q })) };
  },
};

const people: SearchSource = {
  name: "People",
  icon: "users",
  may: opens("/settings/users"),
  async find({ api }, { q }) {
    const query = { q, per_page: maxHits };
    const answer = await api.identity.members({ params: { account: "own", group: "all" }, query });
    if (answer.status !== 200) return answer;
    const hits = answer.body.data.map(({ id, name, email, role }) => ({
      to: href("/settings/users/:id/details", { id }),
      label: name,
      detail: facts(email, role),
    }));
    return { hits, ...allOf(answer.body, "User Management", href("/settings/users", undefined, { q })) };
  },
};

const groups: SearchSource = {
  name: "Contact groups",
  icon: "layers",
  may: opens("/contacts/contact-group"),
  async find({ api }, { q }) {
    const answer = await api.messaging.groups({ query: { q, per_page: maxHits } });
    if (answer.status !== 200) return answer;
    const hits = answer.body.data.map(({ id, name, contacts }) => ({
      to: href("/contacts/contact-group/details", undefined, { id }),
      label: name,
      detail: `${contacts.toLocaleString("en-KE")} ${contacts === 1 ? "contact" : "contacts"}`,
    }));
    return { hits, ...allOf(answer.body, "Contact groups", href("/contacts/contact-group", undefined, { q })) };
  },
};

/** What the account was asked to pay for, by its number. */
const invoices: SearchSource = {
  name: "Invoices",
  icon: "receipt",
  may: opens("/settings/selfcare/invoices"),
  async find({ api }, { q }) {
    // The list is searched by products too: no number is without a digit.
    if (!/\d/.test(q)) return { hits: [] };
    const answer = await api.billing.invoices({ query: { q, per_page: maxHits } });
    if (answer.status !== 200) return answer;
    const sought = q.toLowerCase();
    const hits = answer.body.data
      .filter(({ number }) => number.toLowerCase().includes(sought))
      .map(({ id, number, kind, title, state, total_cents }) => ({
        to: href("/settings/selfcare/invoices/:id", { id }),
        label: number,
        detail: facts(invoiceKindNames[kind], title, showKes(total_cents), invoiceStatus[state].word),
        exact: number.toLowerCase() === sought,
      }));
    return { hits, ...allOf(answer.body, "Invoices", href("/settings/selfcare/invoices", undefined, { q })) };
  },
};

/** In the order of the page. */
export const parts: readonly SearchSource[] = [
  customer,
  contacts,
  tickets,
  conversations,
  records("lead", "Leads"),
  records("contact", "CRM contacts"),
  organisations,
  records("deal", "Deals"),
  surveys,
  blasts,
  broadcasts,
  people,
  groups,
  invoices,
];

import { withAliases } from "../../rules/access";
import type { ServiceClients } from "../../services/modules";
import { missingAccess, type Viewer } from "../access";
import type {} from "../shell/context.server";
import { type Path, routeFor } from "../sitemap";
import { type StepFacts, type StepGroup, stepGroups } from "./first-steps";
import { settled } from "./settled.server";

/** The first steps of the products that the account holds, each told from its data. */
export async function firstSteps(api: ServiceClients, viewer: Viewer): Promise<StepGroup[]> {
  const held = withAliases(viewer.products.map(({ name }) => name));
  const [sms, chats, tickets, voice, whatsapp, email, surveys, people] = await Promise.all([
    held.has("SMS") ? smsFacts(api, viewer) : {},
    held.has("Chats") ? chatFacts(api, viewer) : {},
    held.has("Ticketing") ? ticketFacts(api, viewer) : {},
    held.has("Voice") ? voiceFacts(api, viewer) : {},
    held.has("Whatsapp") ? whatsappFacts(api, viewer) : {},
    held.has("Email") ? emailFacts(api, viewer) : {},
    held.has("Surveys") ? surveyFacts(api, viewer) : {},
    peopleFacts(api, viewer),
  ]);
  return stepGroups(viewer, { ...sms, ...chats, ...tickets, ...voice, ...whatsapp, ...email, ...surveys, ...people });
}

function mayOpen(viewer: Viewer, path: Path): boolean {
  return !missingAccess(viewer, routeFor(path));
}

async function smsFacts(api: ServiceClients, viewer: Viewer): Promise<StepFacts> {
  const { billing_customer_id } = viewer;
  const [balance, last, groups, senders, answers] = await Promise.all([
    mayOpen(viewer, "/settings/selfcare/topup")
      ? settled(api.billing.balance({ params: { billing_customer_id } }))
      : undefined,
    mayOpen(viewer, "/dashboard/sms") ? settled(api.messaging.outboxSummary({ query: { limit: 1 } })) : undefined,
    mayOpen(viewer, "/contacts/contact-group") ? settled(api.messaging.groups({ query: { per_page: 1 } })) : undefined,
    mayOpen(viewer, "/sms/settings/sender") ? settled(api.messaging.senderData({ query: { per_page: 1 } })) : undefined,
    settled(api.identity.signUpAnswers({})),
  ]);
  const sends = last?.data.length;
  return {
    // What was sent was paid from a balance.
    paidIn: balance === undefined ? undefined : balance + (sends ?? 0),
    sends,
    groups: groups?.total,
    senders: senders?.total,
    phone: answers?.phone,
  };
}

async function chatFacts(api: ServiceClients, viewer: Viewer): Promise<StepFacts> {
  const manages = mayOpen(viewer, "/chat/channels/webchat");
  const answers = mayOpen(viewer, "/chat/inbox");
  const [inboxes, applications, me, open, ended] = await Promise.all([
    manages ? settled(api.chat.inboxes({})) : undefined,
    manages ? settled(api.webchat.applications({})) : undefined,
    answers ? settled(api.chat.me({})) : undefined,
    answers ? settled(api.chat.contacts({ query: { per_page: 1 } })) : undefined,
    answers ? settled(api.chat.contacts({ query: { view: "ended", per_page: 1 } })) : undefined,
  ]);
  const active = inboxes?.data.filter((inbox) => inbox.active);
  const conversations = open && ended && open.data.length + ended.data.length;
  return {
    channels: active?.length,
    // A channel that needs no script is on without one.
    seen:
      applications &&
      (applications.data.some(({ last_visit }) => last_visit !== null) ||
        active?.some(({ channel }) => channel !== "webchat")),
    online: me && (me.status !== "offline" || (open?.counts.open ?? 0) > 0 || (ended?.data.length ?? 0) > 0),
    conversations,
  };
}

async function ticketFacts(api: ServiceClients, viewer: Viewer): Promise<StepFacts> {
  const manages = mayOpen(viewer, "/ticketing/settings");
  const [wizard, groups, tickets] = await Promise.all([
    manages ? settled(api.ticketing.wizard({})) : undefined,
    manages ? settled(api.ticketing.groups({})) : undefined,
    mayOpen(viewer, "/ticketing/tickets")
      ? settled(api.ticketing.ticketList({ query: { per_page: 1 }, body: {} }))
      : undefined,
  ]);
  return {
    templates: wizard?.sets.filter(({ done }) => done).length,
    members: groups?.data.reduce((sum, { members }) => sum + members.length, 0),
    tickets: tickets?.total,
  };
}

async function voiceFacts(api: ServiceClients, viewer: Viewer): Promise<StepFacts> {
  const [numbers, agents, calls] = await Promise.all([
    mayOpen(viewer, "/voice/settings") ? settled(api.voice.accountNumbers({})) : undefined,
    mayOpen(viewer, "/supervisor/create-agent")
      ? settled(api.voice.agentRequests({ query: { per_page: 1 } }))
      : undefined,
    mayOpen(viewer, "/voice/call-center") ? settled(api.voice.recentCalls({ query: { per_page: 1 } })) : undefined,
  ]);
  return { numbers: numbers?.data.length, agents: agents?.total, calls: calls?.total };
}

async function whatsappFacts(api: ServiceClients, viewer: Viewer): Promise<StepFacts> {
  const [numbers, templates, sends] = await Promise.all([
    mayOpen(viewer, "/whatsapp/inboxes/addNumber") ? settled(api.whatsapp.numbers({})) : undefined,
    mayOpen(viewer, "/whatsapp/template/new") ? settled(api.whatsapp.templates({ query: { per_page: 1 } })) : undefined,
    mayOpen(viewer, "/whatsapp/inboxes/broadcasts")
      ? settled(api.whatsapp.broadcasts({ query: { per_page: 1 } }))
      : undefined,
  ]);
  return {
    whatsappNumbers: numbers?.data.length,
    whatsappTemplates: templates?.total,
    whatsappSends: sends?.total,
  };
}

async function emailFacts(api: ServiceClients, viewer: Viewer): Promise<StepFacts> {
  const [domains, emails] = await Promise.all([
    mayOpen(viewer, "/email/domains") ? settled(api.email.domains({})) : undefined,
    mayOpen(viewer, "/email/single") ? settled(api.email.mailings({ query: { per_page: 1 } })) : undefined,
  ]);
  return { domains: domains?.data.length, emails: emails?.total };
}

async function surveyFacts(api: ServiceClients, viewer: Viewer): Promise<StepFacts> {
  if (!mayOpen(viewer, "/survey")) return {};
  const [all, published] = await Promise.all([
    settled(api.survey.surveys({ query: { per_page: 1 } })),
    settled(api.survey.surveys({ query: { per_page: 1, status: "published" } })),
  ]);
  return { surveys: all?.total, published: published?.total };
}

async function peopleFacts(api: ServiceClients, viewer: Viewer): Promise<StepFacts> {
  if (!mayOpen(viewer, "/settings/users/new")) return {};
  const params = { account: viewer.customer_account, group: "all" };
  return { people: (await settled(api.identity.members({ params, query: { per_page: 1 } })))?.total };
}

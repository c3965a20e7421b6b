import { missingAccess, type Viewer } from "../access";
import { href } from "../href";
import { type Path, routeFor } from "../sitemap";
import type { Task } from "./ui/checklist";

/** What is known of an account that begins; undefined where its service did not say, or the viewer may not ask. */
export type StepFacts = {
  /** SMS: the balance in cents with whatever was spent, messages sent, contact groups, sender IDs of its own. */
  paidIn?: number | undefined;
  sends?: number | undefined;
  groups?: number | undefined;
  senders?: number | undefined;
  /** One's own phone, for the first SMS. */
  phone?: string | undefined;
  /** Chats: channels that are on, visitors' pages seen, somebody is or was online, conversations. */
  channels?: number | undefined;
  seen?: boolean | undefined;
  online?: boolean | undefined;
  conversations?: number | undefined;
  /** Ticketing: templates that were applied, people in groups, tickets. */
  templates?: number | undefined;
  members?: number | undefined;
  tickets?: number | undefined;
  /** Voice: phone numbers of its own, voice agents asked for or approved, calls. */
  numbers?: number | undefined;
  agents?: number | undefined;
  calls?: number | undefined;
  /** WhatsApp: connected numbers, templates, broadcasts and single messages. */
  whatsappNumbers?: number | undefined;
  whatsappTemplates?: number | undefined;
  whatsappSends?: number | undefined;
  /** Email: domains to send from, emails sent or planned. */
  domains?: number | undefined;
  emails?: number | undefined;
  /** Surveys, and those of them that were published. */
  surveys?: number | undefined;
  published?: number | undefined;
  /** People of the account. */
  people?: number | undefined;
};

/** The steps of one product, in the order of the work. */
export type StepGroup = { name: string; steps: Task[] };

/** From an account that holds a product to the first thing done with it; what can't be known is left out. */
export function stepGroups(viewer: Viewer, facts: StepFacts): StepGroup[] {
  const may = (path: Path) => !missingAccess(viewer, routeFor(path));
  const step = (label: string, path: Path, done: number | boolean | undefined, more: Partial<Task> = {}): Task[] =>
    may(path) && done !== undefined ? [{ label, to: path, done: Number(done) > 0, ...more }] : [];
  // Whoever has the product may look at its sender IDs; to send is another matter.
  const sends = may("/sms/send");
  const { channels, seen, online, conversations } = facts;
  const code = channels === 0 ? "/chat/setup" : "/chat/channels/webchat";
  return [
    {
      name: "SMS",
      steps: [
        ...step("Top up the balance", "/settings/selfcare/topup", sends ? facts.paidIn : undefined),
        ...step("Send an SMS to your own phone", "/sms/send", facts.sends, {
          ...(facts.phone ? { to: href("/sms/send", undefined, { to: facts.phone }) } : {}),
        }),
        ...step("Add contacts", "/contacts/contact-group/upload", facts.groups),
        ...step("Get a sender ID", "/sms/settings/sender", sends ? facts.senders : undefined, { optional: true }),
      ],
    },
    {
      name: "Chats",
      steps: [
        ...step("Create a web chat", "/chat/setup", channels),
        ...step("Put its script on your site", code, seen),
        ...step("Go online", "/chat/inbox", online),
        ...step("Answer the first visitor", "/chat/inbox", conversations),
      ],
    },
    {
      name: "Tickets",
      steps: [
        ...step("Choose stages and working hours", "/ticketing/settings", facts.templates),
        ...step("Add people to a group", "/ticketing/settings/groups", facts.members),
        ...step("Open the first ticket", "/ticketing/new", facts.tickets),
      ],
    },
    {
      name: "Voice",
      steps: [
        ...step("Add your phone number", "/voice/settings", facts.numbers, {
          to: href("/voice/settings/numbers/:id", { id: "new" }),
        }),
        ...step("Create a voice agent", "/supervisor/create-agent", facts.agents),
        ...step("Make or take the first call", "/voice/call-center", facts.calls),
      ],
    },
    {
      name: "WhatsApp",
      steps: [
        ...step("Add a WhatsApp number", "/whatsapp/inboxes/addNumber", facts.whatsappNumbers),
        ...step("Create a template", "/whatsapp/template/new", facts.whatsappTemplates),
        ...step("Send the first message", "/whatsapp/inboxes/broadcasts", facts.whatsappSends),
      ],
    },
    {
      name: "Email",
      steps: [
        ...step("Add the domain you send from", "/email/domains", facts.domains),
        ...step("Send the first email", "/email/single", facts.emails),
      ],
    },
    {
      name: "Surveys",
      steps: [
        ...step("Create a survey", "/survey/new", facts.surveys),
        ...step("Publish a survey", "/survey", facts.published),
      ],
    },
    // The one who looks is there already.
    {
      name: "Account",
      steps: step("Invite a colleague", "/settings/users/new", facts.people && facts.people - 1, { optional: true }),
    },
  ].filter(({ steps }) => steps.length > 0);
}

/** The next thing to do: the first that is open and can't wait, then the first that is open. */
export function nextStep(groups: readonly StepGroup[]): Task | undefined {
  const open = groups.flatMap(({ steps }) => steps).filter(({ done }) => !done);
  return open.find(({ optional }) => !optional) ?? open[0];
}

import { afterAll, beforeAll, expect, test } from "vitest";
import { listMachineActions, machineActions } from "../../rules/answering-machines";
import { networkNames } from "../../rules/channels";
import { labelColourNames } from "../../rules/chat-labels";
import { pointKinds, pointLabels, pointRecordKinds } from "../../rules/contact-points";
import { recordKinds, stageCategories } from "../../rules/crm";
import { itemChangeNames, itemKinds, recordChanges } from "../../rules/crm-bulk";
import { fieldTypes } from "../../rules/crm-fields";
import { duplicateKinds } from "../../rules/duplicates";
import { rowKinds } from "../../rules/file-import";
import { targetStates } from "../../rules/outbound";
import { recurrences } from "../../rules/recurrence";
import { robocallResults, robocallStates, robocallTargetStates } from "../../rules/robocalls";
import { senderNetworks, senderStatuses } from "../../rules/senders";
import { sendStates, sequenceStates, stepKinds } from "../../rules/sequences";
import { choiceRoles } from "../../rules/survey/graph";
import { interactionModeIds } from "../../rules/survey/pages";
import { clockKinds, statuses } from "../../rules/ticket-labels";
import { callStatuses } from "../../rules/voice";
import { flowOutcomes } from "../../rules/voice-flow";
import { languages } from "../../rules/webchat";
import { approvalKinds, approvalStates } from "../../services/billing/contract.approvals";
import { invoiceKinds } from "../../services/billing/contract.invoices";
import { paymentStates } from "../../services/billing/contract.payments";
import { subscriptionStates } from "../../services/billing/contract.products";
import { cannedScopes } from "../../services/chat/contract.canned";
import {
  agentStatuses,
  authors,
  Channel,
  fileStatuses,
  messageTypes,
  messageStatuses as talkStatuses,
} from "../../services/chat/contract.fields";
import { pageMatches } from "../../services/chat/contract.forms";
import { appointmentStates } from "../../services/crm/contract.appointments";
import { sequenceKinds } from "../../services/crm/contract.enrolment";
import { organisationKinds } from "../../services/crm/organisation-links/link";
import { requestKinds, requestStates } from "../../services/identity/contract.privacy";
import { deliveryStates as webhookStates } from "../../services/identity/contract.webhooks";
import { Sender } from "../../services/messaging/contract.answers";
import { Blast, blastStatuses, messageStatuses } from "../../services/messaging/contract.blasts";
import { groupTypes } from "../../services/messaging/contract.contacts";
import { Import } from "../../services/messaging/contract.imports";
import { RecurringMessage } from "../../services/messaging/contract.recurring";
import { templateChannels } from "../../services/messaging/contract.templates";
import { surveyMessageStates } from "../../services/survey/contract.instances";
import { periodReasons, periodSources } from "../../services/survey/contract.interviews";
import { fallbackChannels, instanceChannels } from "../../services/survey/contract.runs";
import { sessionChannels } from "../../services/survey/contract.schemas";
import { answerChannels, deliveryStates } from "../../services/ticketing/contract.answers";
import { Comment } from "../../services/ticketing/contract.schemas";
import { slaStates } from "../../services/ticketing/records/tickets";
import { asOwner, freshDatabase, type TestDatabase } from "../setup/database";

/** The columns whose values the code lists as well: the list of the CHECK constraint and the code's are the same. */
const lists: Record<string, readonly string[]> = {
  "billing.approvals.kind": approvalKinds,
  "billing.approvals.state": approvalStates,
  "billing.invoices.kind": invoiceKinds,
  "billing.payments.state": paymentStates,
  // What an account does not hold has no row.
  "billing.subscriptions.state": subscriptionStates.filter((state) => state !== "available"),
  "chat.canned.scope": cannedScopes,
  "chat.inboxes.channel": Channel.options,
  "chat.labels.colour": labelColourNames,
  "chat.messages.author": authors,
  "chat.messages.file_status": fileStatuses,
  "chat.messages.status": talkStatuses,
  "chat.messages.type": messageTypes,
  "chat.participants.status": agentStatuses,
  "chat.triggers.match": pageMatches,
  "crm.appointments.state": appointmentStates,
  "crm.bulk_changes.kind": [...recordKinds, ...itemKinds],
  "crm.bulk_changes.what": [...recordChanges, ...itemChangeNames],
  "crm.contact_points.record_kind": pointRecordKinds,
  "crm.record_tags.record_kind": recordKinds,
  "crm.contact_points.kind": pointKinds,
  "crm.contact_points.label": pointLabels,
  "crm.custom_fields.kind": recordKinds,
  "crm.custom_fields.type": fieldTypes,
  "crm.duplicate_pairs.kind": duplicateKinds,
  "crm.merges.kind": duplicateKinds,
  "crm.organisation_points.kind": pointKinds,
  "crm.organisation_points.label": pointLabels,
  "crm.organisation_records.kind": organisationKinds,
  "crm.records.kind": recordKinds,
  "crm.sequence_people.record_kind": sequenceKinds,
  "crm.sequence_people.state": sequenceStates,
  "crm.sequence_sends.kind": stepKinds,
  "crm.sequence_sends.state": sendStates,
  "crm.sequence_steps.kind": stepKinds,
  "crm.stages.category": stageCategories,
  "crm.stages.kind": recordKinds,
  "events.webhook_deliveries.state": webhookStates,
  "identity.person_requests.kind": requestKinds,
  "identity.person_requests.state": requestStates,
  "messaging.blasts.kind": Blast.shape.kind.options,
  "messaging.blasts.status": blastStatuses,
  "messaging.contact_groups.type": groupTypes,
  "messaging.import_refused.kind": rowKinds,
  "messaging.imports.state": Import.shape.state.options,
  "messaging.imports.target": Import.shape.target.options,
  "messaging.messages.status": messageStatuses,
  "messaging.recurring_messages.every": recurrences,
  "messaging.recurring_messages.state": RecurringMessage.shape.state.options,
  "messaging.sender_networks.network": senderNetworks,
  "messaging.sender_networks.status": senderStatuses,
  "messaging.senders.kind": Sender.shape.kind.options,
  "messaging.senders.status": senderStatuses,
  "messaging.templates.channel": templateChannels,
  "survey.choices.role": choiceRoles,
  "survey.instances.channel": instanceChannels,
  "survey.instances.fallback": fallbackChannels,
  "survey.interviews.reason": periodReasons.filter((reason) => reason !== ""),
  "survey.interviews.source": periodSources.filter((source) => source !== ""),
  "survey.messages.channel": instanceChannels,
  "survey.messages.state": surveyMessageStates,
  "survey.sessions.channel": sessionChannels,
  "survey.sessions.fell_back_to": fallbackChannels,
  "survey.surveys.interaction_mode": interactionModeIds,
  "ticketing.clocks.kind": clockKinds,
  "ticketing.comments.author_kind": Comment.shape.author_kind.options,
  "ticketing.comments.kind": Comment.shape.kind.options,
  "ticketing.deliveries.channel": answerChannels,
  "ticketing.deliveries.state": deliveryStates,
  "ticketing.stages.status": statuses,
  "ticketing.tickets.sla_state": slaStates,
  "ticketing.tickets.status": statuses,
  "voice.flow_calls.outcome": flowOutcomes,
  "voice.calls.status": callStatuses,
  "voice.targets.state": targetStates,
  "voice.target_groups.on_machine": listMachineActions,
  "voice.robocalls.on_machine": machineActions,
  "voice.robocalls.state": robocallStates,
  "voice.robocall_targets.state": robocallTargetStates,
  "voice.robocall_targets.result": robocallResults.filter((result) => result !== ""),
  "webchat.faqs.language": languages,
};

/** Wider in the database than in the code: a channel whose network the program does not speak yet. */
const wider: Record<string, readonly string[]> = { "social.channels.channel": networkNames };

let database: TestDatabase;
const constraints = new Map<string, string[]>();
beforeAll(async () => {
  database = await freshDatabase();
  const { rows } = await asOwner(
    database.url,
    `select n.nspname || '.' || r.relname as table, pg_get_constraintdef(k.oid) as check
     from pg_constraint k join pg_class r on r.oid = k.conrelid join pg_namespace n on n.oid = r.relnamespace
     where k.contype = 'c'`,
  );
  for (const { table, check } of rows as { table: string; check: string }[]) {
    const [, column, list = ""] = /^CHECK \(\("?(\w+)"? = ANY \(ARRAY\[(.+)\]\)\)\)$/.exec(check) ?? [];
    const values = [...list.matchAll(/'([^']+)'::text/g)].map(([, value = ""]) => value);
    if (column) constraints.set(`${table}.${column}`, values.sort());
  }
});
afterAll(() => database.drop());

test.each(Object.entries(lists))("%s takes what the code lists, and nothing else", (column, values) => {
  expect(constraints.get(column)).toEqual([...values].sort());
});

test.each(Object.entries(wider))("%s takes everything that the code lists", (column, values) => {
  expect(constraints.get(column)).toEqual(expect.arrayContaining([...values]));
});

import { contract } from "../kit/contract";
import { customerCalls } from "../kit/contract.customer";
import { personCalls, retentionCalls } from "../kit/person-data";
import { blastCalls, viewing } from "./contract.blasts";
import { connectorCalls } from "./contract.connectors";
import { contactCalls } from "./contract.contacts";
import { expressCalls } from "./contract.express";
import { carrierHealthCalls } from "./contract.health";
import { instanceCalls } from "./contract.instances";
import { askingCalls, audienceCalls, textCalls } from "./contract.internal";
import { keywordCalls } from "./contract.keywords";
import { linkCalls } from "./contract.links";
import { contactListCalls } from "./contract.lists";
import { memberCalls } from "./contract.members";
import { messageCalls } from "./contract.messages";
import { recipientCalls } from "./contract.recipient";
import { recurringCalls } from "./contract.recurring";
import { keywordReplyCalls } from "./contract.replies";
import { resellerCalls } from "./contract.reseller";
import { senderCalls } from "./contract.senders";
import { settingsCalls } from "./contract.settings";
import { templateCalls } from "./contract.templates";

export const messaging = contract("messaging", {
  ...contactCalls,
  ...memberCalls,
  ...contactListCalls,
  ...instanceCalls,
  ...blastCalls,
  ...expressCalls,
  ...messageCalls,
  ...recipientCalls,
  ...customerCalls(viewing),
  ...recurringCalls,
  ...senderCalls,
  ...templateCalls,
  ...resellerCalls,
  ...connectorCalls,
  ...carrierHealthCalls,
  ...keywordCalls,
  ...audienceCalls,
  ...askingCalls,
  ...textCalls,
  ...keywordReplyCalls,
  ...settingsCalls,
  ...linkCalls,
  ...personCalls,
  ...retentionCalls,
});

import { contract } from "../kit/contract";
import { followBreakCall } from "../kit/contract.breaks";
import { customerCalls } from "../kit/contract.customer";
import { finishedCalls } from "../kit/contract.finished";
import { personCalls } from "../kit/person-data";
import { agentCalls } from "./contract.agents";
import { botCalls } from "./contract.bots";
import { bulkCalls } from "./contract.bulk";
import { inboxNeeds } from "./contract.fields";
import { heardCalls } from "./contract.heard";
import { inboxCalls } from "./contract.inbox";
import { internalCalls } from "./contract.internal";
import { labelCalls } from "./contract.labels";
import { priorityCalls } from "./contract.priority";
import { reportCalls } from "./contract.reports";
import { settingCalls } from "./contract.settings";
import { skillCalls } from "./contract.skills";
import { snoozeCalls } from "./contract.snooze";
import { startCalls } from "./contract.start";
import { teamCalls } from "./contract.teams";

export const chat = contract("chat", {
  ...inboxCalls,
  ...startCalls,
  ...snoozeCalls,
  ...priorityCalls,
  ...bulkCalls,
  ...labelCalls,
  ...teamCalls,
  ...skillCalls,
  ...agentCalls,
  ...internalCalls,
  followBreak: followBreakCall("/inside/breaks"),
  ...heardCalls,
  ...finishedCalls,
  ...settingCalls,
  ...botCalls,
  ...reportCalls,
  ...customerCalls(inboxNeeds),
  ...personCalls,
});

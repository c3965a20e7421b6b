import { contract } from "../kit/contract";
import { personCalls } from "../kit/person-data";
import { agentCalls } from "./contract.agents";
import { inboxCalls } from "./contract.inbox";
import { insideCalls } from "./contract.inside";
import { settingCalls } from "./contract.settings";

export const chat = contract("chat", { ...inboxCalls, ...agentCalls, ...insideCalls, ...settingCalls, ...personCalls });

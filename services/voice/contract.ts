import { contract } from "../kit/contract";
import { customerCalls } from "../kit/contract.customer";
import { finishedCalls } from "../kit/contract.finished";
import { personCalls } from "../kit/person-data";
import { agentCalls } from "./contract.agents";
import { callCalls, callRecordNeeds } from "./contract.calls";
import { flowCalls } from "./contract.flows";
import { outboundCalls } from "./contract.outbound";
import { pacingCalls } from "./contract.pacing";
import { reportCalls } from "./contract.reports";
import { robocallCalls } from "./contract.robocalls";
import { speechCalls } from "./contract.speech";
import { supervisorCalls } from "./contract.supervisor";

/** The call centre: agents and their extensions, calls, dispositions, recordings (spec 1 §7, spec 2 §7). */
export const voice = contract("voice", {
  ...agentCalls,
  ...callCalls,
  ...flowCalls,
  ...outboundCalls,
  ...pacingCalls,
  ...reportCalls,
  ...robocallCalls,
  ...speechCalls,
  ...supervisorCalls,
  ...customerCalls(callRecordNeeds),
  ...finishedCalls,
  ...personCalls,
});

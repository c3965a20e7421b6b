import { contract } from "../kit/contract";
import { personCalls } from "../kit/person-data";
import { agentCalls } from "./contract.agents";
import { callCalls } from "./contract.calls";

/** The call centre: agents and their extensions, calls, dispositions, recordings (spec 1 §7, spec 2 §7). */
export const voice = contract("voice", {
  ...agentCalls,
  ...callCalls,
  ...personCalls,
});

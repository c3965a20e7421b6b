import { contract } from "../kit/contract";
import { customerCalls } from "../kit/contract.customer";
import { personCalls } from "../kit/person-data";
import { broadcastCalls, broadcastsNeeds } from "./contract.broadcasts";
import { internalCalls } from "./contract.internal";
import { numberCalls } from "./contract.numbers";
import { questionCalls } from "./contract.questions";
import { singleCalls } from "./contract.single";
import { templateCalls } from "./contract.templates";

export const whatsapp = contract("whatsapp", {
  ...numberCalls,
  ...templateCalls,
  ...broadcastCalls,
  ...internalCalls,
  ...questionCalls,
  ...singleCalls,
  ...customerCalls(broadcastsNeeds),
  ...personCalls,
});

import { contract } from "../kit/contract";
import { customerCalls } from "../kit/contract.customer";
import { personCalls, retentionCalls } from "../kit/person-data";
import { hostCalls } from "./contract.hosts";
import { sendingCalls } from "./contract.internal";
import { listCalls } from "./contract.lists";
import { mailingCalls } from "./contract.mailings";
import { viewing } from "./contract.schemas";
import { setupCalls } from "./contract.setup";
import { suppressionCalls } from "./contract.suppressions";
import { trackingCalls } from "./contract.tracking";

/** E-mail: its templates, who it comes from, mailings and what came of them (Q099). */
export const email = contract("email", {
  ...setupCalls,
  ...listCalls,
  ...hostCalls,
  ...mailingCalls,
  ...sendingCalls,
  ...suppressionCalls,
  ...trackingCalls,
  ...customerCalls(viewing),
  ...personCalls,
  ...retentionCalls,
});

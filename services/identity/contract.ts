import { contract } from "../kit/contract";
import { accessCalls } from "./contract.access";
import { accountCalls } from "./contract.accounts";
import { keyCalls } from "./contract.keys";
import { listCalls } from "./contract.lists";
import { noticeCalls } from "./contract.notices";
import { peopleCalls } from "./contract.people";
import { privacyCalls } from "./contract.privacy";
import { profileCalls } from "./contract.profile";
import { resellerCalls } from "./contract.reseller";
import { roleCalls } from "./contract.roles";
import { signInCalls } from "./contract.sign-in";
import { signUpCalls } from "./contract.signup";
import { skillCalls } from "./contract.skills";
import { teamMemberCalls } from "./contract.team-members";
import { webhookCalls } from "./contract.webhooks";

export const identity = contract("identity", {
  ...signInCalls,
  ...signUpCalls,
  ...roleCalls,
  ...peopleCalls,
  ...teamMemberCalls,
  ...skillCalls,
  ...profileCalls,
  ...noticeCalls,
  ...listCalls,
  ...keyCalls,
  ...webhookCalls,
  ...privacyCalls,
  ...resellerCalls,
  ...accountCalls,
  ...accessCalls,
});

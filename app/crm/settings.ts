// /crm/settings - leads to the stages of leads
import { group } from "../kit/group.server";

export const loader = group("/crm/settings");

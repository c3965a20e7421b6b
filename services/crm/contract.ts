import { contract } from "../kit/contract";
import { personCalls } from "../kit/person-data";
import { leadCalls } from "./contract.leads";
import { settingsCalls } from "./contract.settings";

/** Leads with their stages, notes and scores (spec 2 §7, CRM). */
export const crm = contract("crm", { ...leadCalls, ...settingsCalls, ...personCalls });

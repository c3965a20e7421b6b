// /crm - leads to the first page of the CRM that the viewer may open
import { group } from "../kit/group.server";

export const loader = group("/crm");

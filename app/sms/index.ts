// /sms - leads to the first SMS page the viewer may open
import { group } from "../kit/group.server";

export const loader = group("/sms");

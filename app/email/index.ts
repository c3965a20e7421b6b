// /email - leads to the first e-mail page the viewer may open
import { group } from "../kit/group.server";

export const loader = group("/email");

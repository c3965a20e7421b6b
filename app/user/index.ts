// /user - leads to the first of one's own pages
import { group } from "../kit/group.server";

export const loader = group("/user");

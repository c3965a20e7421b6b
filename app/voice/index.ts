// /voice - leads to the first page of the call centre that the viewer may open
import { group } from "../kit/group.server";

export const loader = group("/voice");

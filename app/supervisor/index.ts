// /supervisor - leads to the first of its pages that the viewer may open
import { group } from "../kit/group.server";

export const loader = group("/supervisor");

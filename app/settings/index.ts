// /settings - on to the first page of the settings that the viewer may open
import { group } from "../kit/group.server";

export const loader = group("/settings");

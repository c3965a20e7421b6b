// /ticketing - on to the first page of ticketing that the viewer may open
import { group } from "../kit/group.server";

export const loader = group("/ticketing");

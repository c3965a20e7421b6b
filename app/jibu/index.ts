// /jibu - the platform's own pages: on to the first one (Q004)
import { group } from "../kit/group.server";

export const loader = group("/jibu");

// /ticketing/main.csv - one's own tickets of that search
import { exported } from "../kit/lists/export.server";
import { myTickets } from "./tickets.list";

export const loader = exported("/ticketing/main.csv", myTickets);

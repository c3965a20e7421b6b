// /ticketing/main.csv - one's own tickets of that search
import { csv } from "../kit/csv.server";
import { myTickets } from "./tickets.list";

export const loader = csv("/ticketing/main.csv", myTickets);

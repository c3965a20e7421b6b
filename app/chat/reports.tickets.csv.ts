// /chat/reports/tickets.csv - the tickets of that report
import { csv } from "../kit/csv.server";
import { ticketsList } from "./reports/reports.list";

export const loader = csv("/chat/reports/tickets.csv", ticketsList);

// /chat/reports/tickets.csv - the tickets of that report
import { exported } from "../kit/lists/export.server";
import { ticketsList } from "./reports/tickets.list";

export const loader = exported("/chat/reports/tickets.csv", ticketsList);

// /ticketing/tickets.csv - the tickets of that search
import { exported } from "../kit/lists/export.server";
import { tickets } from "./tickets.list";

export const loader = exported("/ticketing/tickets.csv", tickets);

// /ticketing/tickets.csv - the tickets of that search
import { csv } from "../kit/csv.server";
import { tickets } from "./tickets.list";

export const loader = csv("/ticketing/tickets.csv", tickets);

// /contacts/contact-group.csv - the groups of that search
import { csv } from "../kit/csv.server";
import { groups } from "./groups.list";

export const loader = csv("/contacts/contact-group.csv", groups);

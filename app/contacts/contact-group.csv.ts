// /contacts/contact-group.csv - the groups of that search
import { exported } from "../kit/lists/export.server";
import { groups } from "./contact-group.list";

export const loader = exported("/contacts/contact-group.csv", groups);

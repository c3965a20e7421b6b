// /contacts/contact-group/details.csv - the contacts of a group, with its merge fields
import { exported } from "../kit/lists/export.server";
import { members } from "./contact-group.details.list";

export const loader = exported("/contacts/contact-group/details.csv", members);

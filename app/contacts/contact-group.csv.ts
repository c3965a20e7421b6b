// /contacts/contact-group.csv - the groups of that search

import { groups } from "../kit/contact-groups.list";
import { exported } from "../kit/lists/export.server";

export const loader = exported("/contacts/contact-group.csv", groups);

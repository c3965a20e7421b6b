// /crm/settings/sequences/:id/people.csv - the people of a sequence as a file
import { exported } from "../kit/lists/export.server";
import { sequencePeopleList } from "./settings.sequences.$id.people.list";

export const loader = exported("/crm/settings/sequences/:id/people.csv", sequencePeopleList);

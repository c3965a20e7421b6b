// /crm/contactactions/tasks.csv - the tasks of that search
import { exported } from "../kit/lists/export.server";
import { tasks } from "./contactactions.tasks.list";

export const loader = exported("/crm/contactactions/tasks.csv", tasks);

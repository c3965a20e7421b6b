// /user/activities.csv - the activities of that search
import { exported } from "../kit/lists/export.server";
import { activities } from "./activities.list";

export const loader = exported("/user/activities.csv", activities);

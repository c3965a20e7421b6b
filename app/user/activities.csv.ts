// /user/activities.csv - the activities of that search
import { csv } from "../kit/csv.server";
import { activitiesOf } from "./activities.list";

export const loader = csv("/user/activities.csv", (_params, viewer) => activitiesOf(viewer.customer_account));

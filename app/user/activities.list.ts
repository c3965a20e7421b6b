import { z } from "zod";
import { type Activity, activityFilters } from "../../services/identity/contract.profile";
import { paging } from "../../services/kit/contract";
import { list } from "../kit/list";

const columns = {
  When: (activity: Activity) => activity.at,
  Who: (activity: Activity) => activity.by,
  Action: (activity: Activity) => activity.action,
  What: (activity: Activity) => activity.description,
  "IP address": (activity: Activity) => activity.address,
  Subject: (activity: Activity) => activity.subject,
  "Subject id": (activity: Activity) => activity.subject_id,
};

/** What was done in one account, newest first (Q041). */
export function activitiesOf(account: string) {
  return list({
    file: "activities",
    search: z.object({ ...paging, ...activityFilters }),
    rows: (api, search) => api.identity.activities({ params: { account }, query: search }),
    columns,
  });
}

import { z } from "zod";
import { auditTone } from "../../rules/audit";
import { brand } from "../../rules/brand";
import { type Activity, activityFilters } from "../../services/identity/contract.profile";
import { paging } from "../../services/kit/contract";
import { list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";

/** What was done in the account, newest first (Q041). */
export const activities = list({
  path: "/user/activities",
  file: "activities",
  noun: ["activity", "activities"],
  search: z.object({ ...paging, ...activityFilters }),
  async facts({ api, viewer }) {
    const found = await api.identity.activityChoices({ params: { account: viewer.customer_account } });
    const { people, actions } = found.status === 200 ? found.body : { people: [], actions: [] };
    return {
      actions: actions.map((action) => ({ value: action, label: action })),
      people: [{ id: "system", name: `${brand.name} itself` }, ...people].map(({ id, name }) => ({
        value: id,
        label: name,
      })),
    };
  },
  rows: ({ api, viewer }, query) => api.identity.activities({ params: { account: viewer.customer_account }, query }),
  filters: ({ people, actions }) => [
    { name: "user", label: "Person", choices: people },
    { name: "action", label: "Action", choices: actions },
    { name: "from", label: "From", kind: "date" },
    { name: "to", label: "To", kind: "date" },
  ],
  columns: () => [
    { name: "at", label: "When", mobileOrder: 3, value: (activity: Activity) => activity.at },
    { name: "by", label: "Who", mobileOrder: 4, value: (activity) => activity.by },
    {
      ...{ name: "action", label: "Action", mobileOrder: 1, fixed: true },
      value: (activity) => activity.action,
      cell: (activity) => <Status kind={auditTone(activity.action)}>{activity.action}</Status>,
    },
    {
      ...{ name: "what", label: "Details", heading: "What", wide: true, mobileOrder: 2 },
      value: (activity) => activity.description,
      cell: (activity) => <span title={activity.description}>{activity.description}</span>,
    },
    { name: "address", label: "IP address", muted: true, hideOnSmall: true, value: (activity) => activity.address },
    { name: "subject", label: "Subject", extra: true, value: (activity) => activity.subject },
    { name: "subject-id", label: "Subject id", extra: true, value: (activity) => activity.subject_id },
  ],
  id: (activity) => String(activity.id),
});

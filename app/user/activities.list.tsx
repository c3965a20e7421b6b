import { z } from "zod";
import { brand } from "../../rules/brand";
import { type Activity, activityFilters } from "../../services/identity/contract.profile";
import { paging } from "../../services/kit/contract";
import { list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";
import { actionColour } from "./action-colour";

/** What was done in the account, newest first (Q041). */
export const activities = list({
  path: "/user/activities",
  file: "activities",
  noun: ["activity", "activities"],
  search: z.object({ ...paging, ...activityFilters }),
  async facts({ api, viewer, whole }) {
    const account = viewer.customer_account;
    const answer = whole ? undefined : await api.identity.activityChoices({ params: { account } });
    return answer?.status === 200 ? answer.body : { actions: [], people: [] };
  },
  rows: ({ api, viewer }, query) => api.identity.activities({ params: { account: viewer.customer_account }, query }),
  filters: ({ actions, people }) => [
    {
      name: "user",
      label: "Person",
      choices: [
        { value: "system", label: `${brand.name} itself` },
        ...people.map(({ id, name }) => ({ value: id, label: name })),
      ],
    },
    { name: "action", label: "Action", choices: actions.map((action) => ({ value: action, label: action })) },
    { name: "from", label: "From", kind: "date" },
    { name: "to", label: "To", kind: "date" },
  ],
  columns: () => [
    { name: "at", label: "When", mobileOrder: 3, fixed: true, value: ({ at }: Activity) => at },
    { name: "by", label: "Who", mobileOrder: 4, value: ({ by }) => by },
    {
      ...{ name: "action", label: "Action", mobileOrder: 1 },
      value: ({ action }) => action,
      cell: ({ action }) => <Status kind={actionColour(action)}>{action}</Status>,
    },
    {
      ...{ name: "what", label: "Details", heading: "What", wide: true, mobileOrder: 2 },
      value: ({ description }) => description,
      cell: ({ description }) => <span title={description}>{description}</span>,
    },
    { name: "address", label: "IP address", muted: true, hideOnSmall: true, value: ({ address }) => address },
    { name: "subject", label: "Subject", extra: true, value: ({ subject }) => subject },
    { name: "subject-id", label: "Subject id", extra: true, num: true, value: ({ subject_id }) => subject_id },
  ],
  id: ({ id }) => String(id),
});

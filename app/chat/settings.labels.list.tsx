import { z } from "zod";
import { labelColours } from "../../rules/chat-labels";
import type { Label } from "../../services/chat/contract.labels";
import { paging } from "../../services/kit/contract";
import { mayOpen } from "../access";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";
import { routeFor } from "../sitemap";
import { LabelMark } from "./labels/label-mark";

const labelState = ({ archived }: Label) => (archived ? "Archived" : "In use");

/** The labels of conversations. */
export const labels = list({
  path: "/chat/settings/labels",
  file: "chat-labels",
  noun: ["label", "labels"],
  search: z.object({
    ...paging,
    state: z.enum(["active", "archived"]).optional().catch(undefined),
    q: z.string().max(100).catch("").default(""),
  }),
  find: "Name",
  facts: async ({ viewer }) => ({ mayChange: mayOpen(viewer, routeFor("/chat/settings/labels/:id")) }),
  rows: ({ api }, query) => api.chat.labels({ query }),
  filters: () => [
    {
      name: "state",
      label: "State",
      choices: [
        { value: "active", label: "In use" },
        { value: "archived", label: "Archived" },
      ],
    },
  ],
  columns: ({ zone, mayChange }) => [
    {
      ...{ name: "name", label: "Label", wide: true, mobileOrder: 1, fixed: true },
      value: (label: Label) => label.name,
      cell: (label) =>
        mayChange ? (
          <RowLink to={href("/chat/settings/labels/:id", { id: label.id })}>
            <LabelMark label={label} />
          </RowLink>
        ) : (
          <LabelMark label={label} />
        ),
    },
    {
      ...{ name: "state", label: "State", alignEnd: true, mobileOrder: 2 },
      value: labelState,
      cell: (label) => <Status kind={label.archived ? "none" : "good"}>{labelState(label)}</Status>,
    },
    {
      name: "used",
      label: "Conversations",
      align: "right",
      mobileOrder: 3,
      cardUnit: "conversations",
      value: ({ used }) => used,
    },
    { name: "colour", label: "Colour", hideOnSmall: true, muted: true, value: ({ colour }) => labelColours[colour] },
    { name: "by", label: "Changed by", hideOnSmall: true, muted: true, value: (label) => label.updated_by },
    {
      ...{ name: "changed", label: "Changed", hideOnSmall: true, muted: true },
      value: (label) => label.updated_at,
      cell: (label) => <DateTime at={label.updated_at} zone={zone} />,
    },
  ],
  id: (label) => String(label.id),
});

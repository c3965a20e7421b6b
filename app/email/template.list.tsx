import { z } from "zod";
import { headSort, listOrders } from "../../rules/list-orders";
import type { TemplateRow } from "../../services/email/contract.schemas";
import { paging, sortField } from "../../services/kit/contract";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { list } from "../kit/lists/definition";
import { RowLink } from "../kit/ui/table";

export const emailTemplates = list({
  path: "/email/template",
  file: "email-templates",
  noun: ["template", "templates"],
  search: z.object({ ...paging, sort: sortField(listOrders.templates), q: z.string().max(100).catch("").default("") }),
  find: "Name or subject",
  rows: ({ api }, query) => api.email.templates({ query }),
  columns: ({ zone }) => [
    {
      name: "name",
      label: "Name",
      fixed: true,
      mobileOrder: 1,
      sort: headSort("templates", "name"),
      value: (template: TemplateRow) => template.name,
      cell: (template) => <RowLink to={href("/email/template/:id", { id: template.id })}>{template.name}</RowLink>,
    },
    { name: "subject", label: "Subject", wide: true, mobileOrder: 2, value: (template) => template.subject },
    {
      name: "fields",
      label: "Merge fields",
      muted: true,
      hideOnSmall: true,
      clip: true,
      value: (template) => template.fields.join(", "),
    },
    { name: "by", label: "Created by", muted: true, hideOnSmall: true, value: (template) => template.created_by },
    {
      name: "changed",
      label: "Changed",
      muted: true,
      alignEnd: true,
      mobileOrder: 3,
      sort: headSort("templates", "updated"),
      value: (template) => template.updated_at,
      cell: (template) => <DateTime at={template.updated_at} zone={zone} />,
    },
  ],
  id: (template) => String(template.id),
  called: ({ name }) => name,
});

import { z } from "zod";
import { renderedText, renderTemplate, templateCategories, templateStates } from "../../rules/whatsapp/templates";
import { paging } from "../../services/kit/contract";
import type { Template } from "../../services/whatsapp/contract.templates";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { type ListFacts, list } from "../kit/lists/definition";
import { Status } from "../kit/ui/status";
import { RowLink } from "../kit/ui/table";
import { categoryWords, languageWord, templateStatus } from "./templates/labels";

/** The templates of the account's numbers. */
export const templates = list({
  path: "/whatsapp/template",
  file: "whatsapp-templates",
  noun: ["template", "templates"],
  search: z.object({
    ...paging,
    q: z.string().trim().max(100).default("").catch(""),
    status: z.enum(templateStates).optional().catch(undefined),
    category: z.enum(templateCategories).optional().catch(undefined),
  }),
  find: "Name or text",
  rows: ({ api }, query) => api.whatsapp.templates({ query }),
  filters: () => [
    {
      name: "status",
      label: "State",
      choices: templateStates.map((value) => ({ value, label: templateStatus[value].word })),
    },
    {
      name: "category",
      label: "Category",
      choices: templateCategories.map((value) => ({ value, label: categoryWords[value] })),
    },
  ],
  columns: ({ zone }: ListFacts) => [
    {
      name: "name",
      label: "Name",
      fixed: true,
      mobileOrder: 1,
      value: (one: Template) => one.name,
      cell: (one) => <RowLink to={href("/whatsapp/template/:id", { id: one.id })}>{one.name}</RowLink>,
    },
    { name: "language", label: "Language", mobileOrder: 3, muted: true, value: (one) => languageWord(one.language) },
    { name: "category", label: "Category", mobileOrder: 4, value: (one) => categoryWords[one.category] },
    {
      name: "text",
      label: "Text",
      wide: true,
      clip: true,
      hideOnSmall: true,
      value: (one) => renderedText(renderTemplate(one.components, {})),
    },
    {
      name: "status",
      label: "State",
      mobileOrder: 2,
      alignEnd: true,
      value: (one) => templateStatus[one.status].word,
      cell: (one) => <Status kind={templateStatus[one.status].kind}>{templateStatus[one.status].word}</Status>,
    },
    { name: "reason", label: "Reason", extra: true, value: (one) => one.unusable },
    {
      name: "told",
      label: "Last news",
      muted: true,
      hideOnSmall: true,
      value: (one) => one.told_at,
      cell: (one) => <DateTime at={one.told_at} zone={zone} />,
    },
    { name: "by", label: "Handed in by", extra: true, value: (one) => one.created_by },
  ],
  id: (one) => String(one.id),
  called: (one) => one.name,
});

import { Pencil, Send } from "lucide-react";
import type { Template } from "../../../services/messaging/contract.templates";
import { href } from "../../href";
import { type ListColumn, list } from "../../kit/lists/definition";
import { templates } from "../../kit/templates/templates.list";
import { sendHref, sendWords, type TemplateUse } from "../../kit/templates/use";
import { Link } from "../../kit/ui/link";
import { RowMenu } from "../../kit/ui/row-menu";
import { RowLink } from "../../kit/ui/table";

/** The templates that an SMS can begin with. */
export const smsTemplates = list({
  ...templates,
  path: "/sms/template",
  file: "sms-templates",
  keeps: ["view"],
  rows: (asked, search) => templates.rows(asked, { ...search, channel: "sms" }),
  filters: () => [],
  columns: (facts) => templates.columns(facts).filter(({ name }) => name !== "channel"),
  bulk: () => [],
});

/** The columns of the list, each name with the way into a message. */
export function messageColumns(columns: readonly ListColumn<Template>[], use: TemplateUse): ListColumn<Template>[] {
  return columns.map((column) =>
    column.name === "name"
      ? {
          ...column,
          cell: (template) => (
            <RowLink to={sendHref(use, template) ?? href("/settings/templates/:id", { id: template.id })}>
              {template.name}
            </RowLink>
          ),
        }
      : column,
  );
}

/** What can be done with one template. */
export function TemplateActions({ template, use }: { template: Template; use: TemplateUse }) {
  const send = sendHref(use, template);
  return (
    <RowMenu label={`Actions for ${template.name}`}>
      {send && (
        <Link to={send}>
          <Send size={16} strokeWidth={1.75} aria-hidden="true" />
          {sendWords(use)}
        </Link>
      )}
      <Link to={href("/settings/templates/:id", { id: template.id })}>
        <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
        Change
      </Link>
    </RowMenu>
  );
}

import { FileText, Pencil, Plus, Send } from "lucide-react";
import { shorten } from "../../../rules/format";
import { countParts } from "../../../rules/segments";
import type { Template } from "../../../services/messaging/contract.templates";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { ListCard } from "../../kit/list-card";
import { sendHref, sendWords, type TemplateUse } from "../../kit/templates/use";
import { LinkButton } from "../../kit/ui/button";
import { EmptyState } from "../../kit/ui/empty-state";
import { Filters } from "../../kit/ui/filters";
import { Link } from "../../kit/ui/link";
import { RowMenu } from "../../kit/ui/row-menu";
import { type Column, RowLink } from "../../kit/ui/table";

type ListProps = {
  rows: Parameters<typeof ListCard<Template>>[0]["rows"];
  q: string;
  use: TemplateUse;
  zone: string;
};

/** The SMS templates there are, each with the way into a message. */
export function TemplateList({ rows, q, use, zone }: ListProps) {
  const list = href("/sms/template", undefined, { view: "list" });
  const columns: Column<Template>[] = [
    {
      name: "name",
      label: "Name",
      mobileOrder: 1,
      cell: (template) => (
        <RowLink to={sendHref(use, template) ?? href("/settings/templates/:id", { id: template.id })}>
          {template.name}
        </RowLink>
      ),
    },
    { name: "body", label: "Message", wide: true, muted: true, mobileOrder: 3, cell: ({ body }) => shorten(body, 120) },
    { name: "parts", label: "Parts", align: "right", hideOnSmall: true, cell: ({ body }) => countParts(body) },
    {
      name: "changed",
      label: "Changed",
      muted: true,
      mobileOrder: 5,
      cell: ({ updated_at }) => <DateTime at={updated_at} zone={zone} />,
    },
  ];
  return (
    <>
      <Filters
        params={[
          ["view", "list"],
          ["q", q],
        ]}
        search={{ name: "q", label: "Name or message", value: q }}
        chips={q ? [{ label: "Search", value: q, remove: list }] : []}
        clear={list}
        fields={[]}
      />
      <ListCard
        noun={["template", "templates"]}
        rows={rows}
        columns={columns}
        id={({ id }) => String(id)}
        action={(template) => <Actions template={template} use={use} />}
        empty={
          <EmptyState
            icon={FileText}
            {...(q ? { kind: "filtered" as const } : {})}
            title={q ? "Nothing matches" : "No SMS templates yet"}
            text="A template is a message you send often, such as a payment reminder."
            actions={
              <LinkButton to={href("/sms/template")} variant="primary" icon={Plus}>
                Create a template
              </LinkButton>
            }
          />
        }
      />
    </>
  );
}

function Actions({ template, use }: { template: Template; use: TemplateUse }) {
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

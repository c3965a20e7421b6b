// /settings/templates - messages written once and sent often
import type { MetaFunction } from "@remix-run/node";
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { FileText, Pencil, Plus, Send, Trash2 } from "lucide-react";
import { brand } from "../../rules/brand";
import { shorten } from "../../rules/format";
import { countParts } from "../../rules/segments";
import type { Template } from "../../services/messaging/contract.templates";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { searchOf, withQuery } from "../kit/list";
import { ListCard } from "../kit/list-card";
import { templateUse } from "../kit/templates/known.server";
import { channelNames, templates } from "../kit/templates/list";
import { sendHref, sendWords, type TemplateUse } from "../kit/templates/use";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { RowMenu } from "../kit/ui/row-menu";
import { type Column, RowLink } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";

const path = "/settings/templates";

export const meta: MetaFunction = () => [{ title: `Templates - ${brand.name}` }];

export const loader = page(path, async ({ api, url, viewer }) => {
  const search = searchOf(templates, url);
  const rows = expectStatus(await templates.rows(api, search), 200);
  return { rows, search, zone: viewer.time_zone, use: templateUse(viewer) };
});

function columnsIn(zone: string): Column<Template>[] {
  return [
    {
      name: "name",
      label: "Name",
      mobileOrder: 1,
      cell: ({ id, name }) => <RowLink to={href("/settings/templates/:id", { id })}>{name}</RowLink>,
    },
    { name: "channel", label: "Channel", alignEnd: true, mobileOrder: 2, cell: ({ channel }) => channelNames[channel] },
    { name: "body", label: "Message", wide: true, muted: true, mobileOrder: 3, cell: ({ body }) => shorten(body, 120) },
    {
      name: "parts",
      label: "SMS parts",
      align: "right",
      hideOnSmall: true,
      cell: ({ channel, body }) => (channel === "sms" ? countParts(body) : "–"),
    },
    {
      name: "changed",
      label: "Changed",
      muted: true,
      mobileOrder: 5,
      cell: ({ updated_at }) => <DateTime at={updated_at} zone={zone} />,
    },
  ];
}

function TemplateMenu({ template, use }: { template: Template; use: TemplateUse }) {
  const { id, name } = template;
  const send = sendHref(use, template);
  return (
    <RowMenu label={`Actions for ${name}`}>
      {send && (
        <Link to={send}>
          <Send size={16} strokeWidth={1.75} aria-hidden="true" />
          {sendWords(use)}
        </Link>
      )}
      <Link to={href("/settings/templates/:id", { id })}>
        <Pencil size={16} strokeWidth={1.75} aria-hidden="true" />
        Change
      </Link>
      <Link className="bad" to={href("/settings/templates/:id/delete", { id })}>
        <Trash2 size={16} strokeWidth={1.75} aria-hidden="true" />
        Delete
      </Link>
    </RowMenu>
  );
}

function NoTemplates({ filtered }: { filtered: boolean }) {
  if (filtered)
    return (
      <EmptyState
        kind="filtered"
        title="Nothing matches these filters"
        text="No template fits all of them. Remove a filter to see more."
        actions={<LinkButton to={href(path)}>Clear the filters</LinkButton>}
      />
    );
  return (
    <EmptyState
      icon={FileText}
      title="No templates yet"
      text="A template is a message you send often, such as a payment reminder. It can use merge fields like {{first_name}}."
      actions={
        <>
          <LinkButton to={href("/settings/templates/new")} variant="primary" icon={Plus}>
            Create a template
          </LinkButton>
          <LinkButton to={href("/settings/templates/new", undefined, { sample: "reminder" })} variant="ghost">
            Start from a sample
          </LinkButton>
        </>
      }
    />
  );
}

export default function Templates() {
  const { rows, search, zone, use } = useLoaderData<typeof loader>();
  const location = useLocation();
  const chips = [
    ...(search.q ? [{ label: "Search", value: search.q, remove: withQuery(location.search, { q: undefined }) }] : []),
    ...(search.channel
      ? [
          {
            label: "Channel",
            value: channelNames[search.channel],
            remove: withQuery(location.search, { channel: undefined }),
          },
        ]
      : []),
  ];
  return (
    <>
      <PageHeader
        title="Templates"
        text="Messages your team sends often."
        actions={
          rows.total > 0 || chips.length > 0 ? (
            <LinkButton to={href("/settings/templates/new")} variant="primary" icon={Plus} preventScrollReset>
              New template
            </LinkButton>
          ) : undefined
        }
      />
      <Filters
        params={[...new URLSearchParams(location.search)]}
        search={{ name: "q", label: "Name or message", value: search.q }}
        chips={chips}
        clear={href(path)}
        fields={[
          {
            kind: "choice",
            name: "channel",
            label: "Channel",
            choices: Object.entries(channelNames).map(([value, label]) => ({ value, label })),
            ...(search.channel ? { value: search.channel } : {}),
          },
        ]}
      />
      <ListCard
        noun={["template", "templates"]}
        rows={rows}
        columns={columnsIn(zone)}
        id={({ id }) => String(id)}
        action={(template) => <TemplateMenu template={template} use={use} />}
        csvHref={href("/settings/templates.csv")}
        empty={<NoTemplates filtered={chips.length > 0} />}
      />
      <Outlet />
    </>
  );
}

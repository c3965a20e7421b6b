// /chat/settings/canned-responses - replies written once for many
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { MessageSquareQuote, Paperclip, Plus, Trash2 } from "lucide-react";
import { cannedVariables } from "../../rules/canned";
import { shorten } from "../../rules/format";
import type { Canned } from "../../services/chat/contract.canned";
import { cannedScopes } from "../../services/chat/contract.canned";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { withQuery } from "../kit/list";
import { redirectOldQuery } from "../kit/old-query.server";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { type Column, RowLink, Table } from "../kit/ui/table";
import { expectStatus, page } from "../shell/page.server";
import { plural, scopeNames } from "./settings/labels";
import { managesChat } from "./settings/settings.server";
import { SettingsHead } from "./settings/settings-tabs";

const path = "/chat/settings/canned-responses";

export const meta = titled("Canned replies");

export const loader = page(path, async ({ api, url, viewer }) => {
  redirectOldQuery(url, {
    edit: (id) => href("/chat/settings/canned-responses/:id", { id }),
    delete: (id) => href("/chat/settings/canned-responses/:id/delete", { id }),
  });
  const { searchParams } = url;
  const q = (searchParams.get("q") ?? "").trim().slice(0, 100);
  const scope = cannedScopes.find((one) => one === searchParams.get("scope"));
  const [list, teams] = await Promise.all([
    api.chat.cannedResponses({ query: { q, ...(scope ? { scope } : {}) } }),
    api.identity.teams({}),
  ]);
  const { data, more } = expectStatus(list, 200);
  return {
    ...{ data, more, q, scope: scope ?? null },
    manages: managesChat(viewer),
    zone: viewer.time_zone,
    teams: teams.status === 200 ? teams.body.data.map(({ id, name }) => ({ value: String(id), label: name })) : [],
  };
});

function columnsFor(teams: { value: string; label: string }[], zone: string, search: string): Column<Canned>[] {
  const teamLabel = (team: string) => teams.find(({ value }) => value === team)?.label ?? "A team";
  return [
    {
      name: "title",
      label: "Title",
      mobileOrder: 1,
      cell: ({ id, title }) => (
        <RowLink to={href("/chat/settings/canned-responses/:id", { id }) + search}>{title}</RowLink>
      ),
    },
    {
      name: "shortcut",
      label: "Shortcut",
      mobileOrder: 2,
      alignEnd: true,
      cell: ({ shortcut }) => (shortcut ? <kbd className="kbd font-sans">/{shortcut}</kbd> : "–"),
    },
    {
      name: "for",
      label: "For",
      mobileOrder: 5,
      cell: ({ scope, team }) => (scope === "team" ? teamLabel(team) : scopeNames[scope]),
    },
    {
      name: "text",
      label: "Reply",
      wide: true,
      muted: true,
      mobileOrder: 3,
      cell: ({ text_en, text_sw, files }) => (
        <>
          {files.length > 0 && (
            <span className="mr-1.5 inline-flex items-center gap-0.5" title={plural(files.length, "file")}>
              <Paperclip size={12} strokeWidth={1.75} aria-hidden="true" />
              <span className="sr-only">With </span>
              {files.length}
              <span className="sr-only"> {files.length === 1 ? "file" : "files"}</span>
            </span>
          )}
          {shorten(text_en || text_sw, 110)}
        </>
      ),
    },
    {
      name: "language",
      label: "Language",
      hideOnSmall: true,
      cell: ({ text_en, text_sw }) => (text_en && text_sw ? "English, Swahili" : text_sw ? "Swahili" : "English"),
    },
    {
      name: "used",
      label: "Used",
      align: "right",
      mobileOrder: 4,
      alignEnd: true,
      cardUnit: "uses",
      cell: ({ used }) => used.toLocaleString("en-KE"),
    },
    {
      name: "changed",
      label: "Changed",
      muted: true,
      hideOnSmall: true,
      cell: ({ updated_at }) => <DateTime at={new Date(updated_at * 1000).toISOString()} zone={zone} />,
    },
  ];
}

export default function CannedResponses() {
  const { data, more, q, scope, manages, teams, zone } = useLoaderData<typeof loader>();
  const location = useLocation();
  const write = href("/chat/settings/canned-responses/:id", { id: "new" }) + location.search;
  const chips = [
    ...(q ? [{ label: "Search", value: q, remove: withQuery(location.search, { q: undefined }) }] : []),
    ...(scope
      ? [{ label: "For", value: scopeNames[scope], remove: withQuery(location.search, { scope: undefined }) }]
      : []),
  ];
  return (
    <>
      <SettingsHead
        tab="Canned replies"
        manages={manages}
        text={`Replies you use often. Type / and the shortcut while you write, or choose one below the field.`}
        add={data.length > 0 || chips.length > 0 ? { label: "New reply", to: write } : undefined}
      />
      <Filters
        params={[...new URLSearchParams(location.search)]}
        search={{ name: "q", label: "Title, shortcut or words", value: q }}
        chips={chips}
        clear={href(path)}
        fields={[
          {
            kind: "choice",
            name: "scope",
            label: "For",
            choices: cannedScopes.map((value) => ({ value, label: scopeNames[value] })),
            ...(scope ? { value: scope } : {}),
          },
        ]}
      />
      <section className="card card-fill" aria-label="Canned replies">
        <div className="card-head">
          <p className="text-sm">
            <b className="num font-semibold">
              {data.length.toLocaleString("en-KE")}
              {more && "+"}
            </b>{" "}
            {data.length === 1 ? "reply" : "replies"}
            {more && <span className="text-quiet">. There are more: search for the one you want.</span>}
          </p>
        </div>
        {data.length > 0 ? (
          <Table
            label="Canned replies"
            columns={columnsFor(teams, zone, location.search)}
            rows={data}
            id={({ id }) => String(id)}
            action={({ id, title, mine }) =>
              mine ? (
                <LinkButton
                  to={href("/chat/settings/canned-responses/:id/delete", { id })}
                  variant="ghost"
                  icon={Trash2}
                  label={`Delete ${title}`}
                />
              ) : null
            }
          />
        ) : chips.length > 0 ? (
          <EmptyState
            kind="filtered"
            title="Nothing matches"
            text="No reply matches these filters. Remove a filter to see more."
            actions={<LinkButton to={href(path)}>Clear the filters</LinkButton>}
          />
        ) : (
          <EmptyState
            icon={MessageSquareQuote}
            title="No canned replies yet"
            text={`Save the answers you give every day, such as opening hours or the till number. They can use variables like {{first_name}}; ${Object.keys(cannedVariables).length} are available.`}
            actions={
              <LinkButton to={write} variant="primary" icon={Plus}>
                Write a reply
              </LinkButton>
            }
          />
        )}
      </section>
      <Outlet />
    </>
  );
}

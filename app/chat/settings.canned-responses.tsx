// /chat/settings/canned-responses - replies written once for many (?edit= opens one, ?delete= asks before it goes)
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { MessageSquareQuote, Paperclip, Plus, Trash2 } from "lucide-react";
import { brand } from "../../rules/brand";
import { cannedVariables } from "../../rules/canned";
import { shorten } from "../../rules/format";
import type { Canned } from "../../services/chat/contract.canned";
import { cannedScopes } from "../../services/chat/contract.canned";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { DateTime } from "../kit/date-time";
import { withQuery } from "../kit/list";
import { LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { type Column, RowLink, Table } from "../kit/ui/table";
import { expectStatus, page, receive } from "../shell/page.server";
import { AskDelete } from "./ask-delete";
import { CannedDrawer } from "./canned-drawer";
import { typedCanned } from "./canned-form";
import { changeCanned } from "./canned-form.server";
import { plural, scopeNames } from "./settings.labels";
import { managesChat } from "./settings.server";
import { SettingsHead } from "./settings-tabs";

const path = "/chat/settings/canned-responses";

export const meta: MetaFunction = () => [{ title: `Canned replies - ${brand.name}` }];

export const loader = page(path, async ({ api, url, viewer }) => {
  const { searchParams } = url;
  const q = (searchParams.get("q") ?? "").trim().slice(0, 100);
  const scope = cannedScopes.find((one) => one === searchParams.get("scope"));
  const [list, teams] = await Promise.all([
    api.chat.cannedResponses({ query: { q, ...(scope ? { scope } : {}) } }),
    api.identity.teams({}),
  ]);
  const { data, more } = expectStatus(list, 200);
  const [edit, gone] = [searchParams.get("edit"), searchParams.get("delete")];
  // What is opened may be outside the filter.
  const all = edit || gone ? expectStatus(await api.chat.cannedResponses({}), 200).data : [];
  const opened = all.find(({ id }) => String(id) === edit);
  return {
    ...{ data, more, q, scope: scope ?? null },
    manages: managesChat(viewer),
    zone: viewer.time_zone,
    teams: teams.status === 200 ? teams.body.data.map(({ id, name }) => ({ value: String(id), label: name })) : [],
    open: opened || edit === "new" ? typedCanned(opened) : null,
    mayChange: opened ? opened.mine : true,
    remove: all.find(({ id, mine }) => mine && String(id) === gone) ?? null,
  };
});

export const action = receive(path, changeCanned);

function columnsFor(teams: { value: string; label: string }[], zone: string): Column<Canned>[] {
  const teamOf = (team: string) => teams.find(({ value }) => value === team)?.label ?? "A team";
  return [
    {
      name: "title",
      label: "Title",
      mobileOrder: 1,
      cell: ({ id, title }) => <RowLink to={href(path, undefined, { edit: id })}>{title}</RowLink>,
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
      cell: ({ scope, team }) => (scope === "team" ? teamOf(team) : scopeNames[scope]),
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
  const { data, more, q, scope, manages, teams, open, mayChange, remove, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const location = useLocation();
  const typed = last?.typed ?? open;
  const write = href(path, undefined, { edit: "new" });
  const chips = [
    ...(q ? [{ label: "Search", value: q, remove: withQuery(location.search, { q: undefined }) }] : []),
    ...(scope
      ? [{ label: "For", value: scopeNames[scope], remove: withQuery(location.search, { scope: undefined }) }]
      : []),
  ];
  return (
    <>
      <ActionNotice notice={last?.notice} />
      <SettingsHead
        tab="Canned replies"
        manages={manages}
        text={`Replies you use often. Type / and the shortcut while you write, or choose one below the field.`}
        add={data.length > 0 || chips.length > 0 ? { label: "New reply", to: write } : undefined}
      />
      {remove && <AskBefore {...remove} working={working} />}
      <Filters
        params={[...new URLSearchParams(location.search)].filter(([name]) => name !== "edit" && name !== "delete")}
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
            columns={columnsFor(teams, zone)}
            rows={data}
            id={({ id }) => String(id)}
            action={({ id, title, mine }) =>
              mine ? (
                <LinkButton
                  to={href(path, undefined, { delete: id })}
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
      {typed && (
        <CannedDrawer
          key={typed.id}
          {...{ typed, teams, manages, mayChange, working }}
          close={href(path)}
          errors={last?.errors ?? {}}
        />
      )}
    </>
  );
}

/** The last step before a reply goes. */
function AskBefore({ id, title, scope, used, working }: Canned & { working: boolean }) {
  return (
    <AskDelete id={id} name={title} what="reply" page={href(path)} working={working}>
      {scope === "own" ? "Only you can use it. " : `It is there for ${scope === "all" ? "everyone" : "a team"}. `}
      {used === 0
        ? "It was never used. "
        : `It was used ${plural(used, "time")}; messages sent with it stay as they are. `}
      This cannot be undone.
    </AskDelete>
  );
}

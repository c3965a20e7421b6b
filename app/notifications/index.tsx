// /notifications - what one was notified of in every module, and how one wants to be
import { redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { Bell, CheckCheck, SlidersHorizontal } from "lucide-react";
import { z } from "zod";
import {
  kindsOfModule,
  type NoticeKind,
  type NoticeModule,
  noticeKindNames,
  noticeModuleNames,
  noticeModules,
} from "../../rules/notices";
import { paging } from "../../services/kit/contract";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { pagerLinks, parseSearch } from "../kit/list";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { Filters } from "../kit/ui/filters";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Pager } from "../kit/ui/pager";
import { Tabs } from "../kit/ui/tabs";
import { useEventRevalidate } from "../shell/live";
import { act, done, expectStatus, page } from "../shell/page.server";
import { NoticeLine } from "./page/notice-line";
import { Preferences } from "./page/preferences";

export const meta = titled("Notifications");

const search = z.object({
  ...paging,
  unread: z.enum(["1"]).optional().catch(undefined),
  module: z.enum(noticeModuleNames).optional().catch(undefined),
});

export const loader = page("/notifications", async ({ api, url, viewer }) => {
  const query = parseSearch({ search }, url);
  const [found, unread, preferences] = await Promise.all([
    api.identity.notices({ query }),
    api.identity.unreadNotices({}),
    api.identity.noticePreferences({}),
  ]);
  return {
    rows: expectStatus(found, 200),
    unread: expectStatus(unread, 200).unread,
    preferences: expectStatus(preferences, 200).data,
    only: query.unread === "1",
    module: query.module,
    params: [...url.searchParams],
    zone: viewer.time_zone,
  };
});

const kinds = z.array(z.enum(noticeKindNames)).default([]);
const NoticesForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("open"), notice: z.coerce.number().int().positive() }),
  z.object({ intent: z.literal("read"), notice: z.coerce.number().int().positive() }),
  z.object({ intent: z.literal("read all") }),
  // `kinds`: those that the form showed; what it did not show stays as it is.
  z.object({ intent: z.literal("preferences"), kinds, in_app: kinds, email: kinds }),
]);

export const action = act("/notifications", NoticesForm, async ({ api, value, refuse, from, url }) => {
  const back = `${href("/notifications")}${url.search}`;
  switch (value.intent) {
    case "open": {
      const answer = await api.identity.followNotice({ params: { id: value.notice } });
      if (answer.status !== 201) return refuse(answer.body);
      return redirect(answer.body.href);
    }
    case "preferences": {
      const { in_app, email } = value;
      const data = value.kinds.map((kind) => ({ kind, in_app: in_app.includes(kind), email: email.includes(kind) }));
      const answer = await api.identity.saveNoticePreferences({ body: { data } });
      if (answer.status !== 201) return refuse(answer.body);
      return done(from, back, "Your notification preferences were saved.", "Saved");
    }
    default: {
      const { module } = parseSearch({ search }, url);
      const all = { all: true, ...(module ? { module } : {}) };
      const body = value.intent === "read all" ? all : { ids: [value.notice] };
      const answer = await api.identity.readNotices({ body });
      if (answer.status !== 201) return refuse(answer.body);
      return done(from, back);
    }
  }
});

export default function Notifications() {
  const { rows, unread, preferences, only, module, params, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { search } = useLocation();
  useEventRevalidate(["notice"]);
  const working = useNavigation().state === "submitting";
  const modules = modulesOf(preferences);
  return (
    <>
      <ActionNotice notice={last?.notice} />
      <PageHeader
        title="Notifications"
        text="What happened that concerns you."
        actions={
          <>
            <a className="btn lg:hidden" href="#preferences">
              <SlidersHorizontal size={16} strokeWidth={1.75} aria-hidden="true" />
              Preferences
            </a>
            {unread > 0 && (
              <Form method="post" action={`${href("/notifications")}${search}`}>
                <Button icon={CheckCheck} name="intent" value="read all" working={working}>
                  {module ? `Mark all of ${noticeModules[module]} as read` : "Mark all as read"}
                </Button>
              </Form>
            )}
          </>
        }
      />
      <Tabs
        label="Which"
        tabs={[
          { label: "All", to: listHref(false, module), current: !only },
          {
            label: "Unread",
            to: listHref(true, module),
            current: only,
            ...(unread > 0 ? { count: unread.toLocaleString("en-KE") } : {}),
          },
        ]}
      />
      <Filters
        params={params}
        clear={listHref(only)}
        chips={module ? [{ label: "Module", value: noticeModules[module], remove: listHref(only) }] : []}
        fields={[
          {
            kind: "choice",
            name: "module",
            label: "Module",
            choices: modules.map((name) => ({ value: name, label: noticeModules[name] })),
            ...(module ? { value: module } : {}),
          },
        ]}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_400px]">
        <section className="card" aria-label="Your notifications">
          {rows.data.length === 0 ? (
            <NoNotices only={only} module={module} />
          ) : (
            <ol className="divide-y divide-line">
              {rows.data.map((notice) => (
                <NoticeLine key={notice.id} notice={notice} zone={zone} />
              ))}
            </ol>
          )}
          {rows.last_page > 1 && (
            <Pager page={rows.current_page} pages={rows.last_page} {...pagerLinks(rows, search)} />
          )}
        </section>
        <Preferences preferences={preferences} modules={modules} working={working} />
      </div>
    </>
  );
}

/** The modules of which one may be notified at all. */
function modulesOf(preferences: readonly { kind: NoticeKind }[]): NoticeModule[] {
  return noticeModuleNames.filter((name) => preferences.some(({ kind }) => kindsOfModule(name).includes(kind)));
}

function listHref(unread: boolean, module?: NoticeModule): string {
  return href("/notifications", undefined, { unread: unread ? 1 : undefined, module });
}

function NoNotices({ only, module }: { only: boolean; module: NoticeModule | undefined }) {
  const all = (
    <Link className="link" to={listHref(false)}>
      Show all notifications
    </Link>
  );
  if (only || module)
    return (
      <EmptyState
        kind="filtered"
        icon={Bell}
        title={only ? "Nothing unread" : "No notifications"}
        text={module ? `There is nothing here from ${noticeModules[module]}.` : "You have read everything."}
        actions={all}
      />
    );
  return (
    <EmptyState
      icon={Bell}
      title="No notifications yet"
      text="When work is given to you, or something that you started has ended, it appears here."
    />
  );
}

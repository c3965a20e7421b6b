// /notifications - what one was told of, and how one wants to be told
import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { Bell, CheckCheck } from "lucide-react";
import { z } from "zod";
import { paging } from "../../services/kit/contract";
import { noticeKinds } from "../../services/ticketing/contract.notices";
import { brand } from "../brand";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { pagerLinks, searchOf } from "../kit/list";
import { Button } from "../kit/ui/button";
import { Empty } from "../kit/ui/empty";
import { PageHead } from "../kit/ui/page-head";
import { Pager } from "../kit/ui/pager";
import { Tabs } from "../kit/ui/tabs";
import { useEventRevalidate } from "../shell/live";
import { act, done, need, page } from "../shell/page.server";
import { NoticeLine } from "./notice-line";
import { Preferences } from "./preferences";

export const meta: MetaFunction = () => [{ title: `Notifications - ${brand.name}` }];

const search = z.object({ ...paging, unread: z.enum(["1"]).optional().catch(undefined) });

export const loader = page("/notifications", async ({ ask, url, viewer }) => {
  const query = searchOf({ search }, url);
  const [found, unread, preferences] = await Promise.all([
    ask.ticketing.notices({ query }),
    ask.ticketing.unreadNotices({}),
    ask.ticketing.noticePreferences({}),
  ]);
  return {
    rows: need(found, 200),
    unread: need(unread, 200).unread,
    preferences: need(preferences, 200).data,
    only: query.unread === "1",
    zone: viewer.time_zone,
  };
});

const NoticesForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("read"), notice: z.coerce.number().int().positive() }),
  z.object({ intent: z.literal("read all") }),
  z.object({
    intent: z.literal("preferences"),
    in_app: z.array(z.enum(noticeKinds)).default([]),
    email: z.array(z.enum(noticeKinds)).default([]),
  }),
]);

export const action = act("/notifications", NoticesForm, async ({ ask, value, refuse, from, url }) => {
  const back = `${href("/notifications")}${url.search}`;
  if (value.intent === "preferences") {
    const body = {
      data: noticeKinds.map((kind) => ({
        kind,
        in_app: value.in_app.includes(kind),
        email: value.email.includes(kind),
      })),
    };
    const answer = await ask.ticketing.saveNoticePreferences({ body });
    if (answer.status !== 201) return refuse(answer.body);
    return done(from, back, "You are told as you chose.", "Saved");
  }
  const answer = await ask.ticketing.readNotices({
    body: value.intent === "read all" ? { all: true } : { ids: [value.notice] },
  });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, back);
});

export default function Notifications() {
  const { rows, unread, preferences, only, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { search } = useLocation();
  useEventRevalidate(["notice"]);
  const working = useNavigation().state === "submitting";
  return (
    <>
      <ActionNotice notice={last?.notice} />
      <PageHead
        title="Notifications"
        text="What happened to your tickets."
        actions={
          unread > 0 && (
            <Form method="post" action={`${href("/notifications")}${search}`}>
              <Button icon={CheckCheck} name="intent" value="read all" working={working}>
                Mark all as read
              </Button>
            </Form>
          )
        }
      />
      <Tabs
        label="Which"
        tabs={[
          { label: "All", to: href("/notifications"), current: !only },
          {
            label: "Unread",
            to: href("/notifications", undefined, { unread: 1 }),
            current: only,
            ...(unread > 0 ? { count: unread.toLocaleString("en-KE") } : {}),
          },
        ]}
      />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_380px]">
        <section className="card" aria-label="Your notices">
          {rows.data.length === 0 ? (
            <Empty
              icon={Bell}
              title={only ? "Nothing unread" : "No notices yet"}
              text="When a ticket is given to you, answered, or close to its due time, it is said here."
            />
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
        <Preferences preferences={preferences} working={working} />
      </div>
    </>
  );
}

// /crm/contactactions/feed - the secret address at which a phone reads one's appointments and tasks
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { AddressCards } from "./links/address-cards";

const path = "/crm/contactactions/feed";

export const meta = titled("Calendar on your phone");

export const loader = page(path, async ({ api, viewer }) => {
  return { state: expectStatus(await api.crm.calendarFeed({}), 200), zone: viewer.time_zone };
});

const FeedFields = z.object({ intent: z.enum(["renew", "stop"]) });

export const action = act(path, FeedFields, async ({ api, value: { intent }, refuse, from, url }) => {
  if (intent === "stop") {
    const ended = await api.crm.stopCalendarFeed({});
    return ended.status === 201 ? done(from, href(path), ended.body.message, "Calendar") : refuse(ended.body);
  }
  const answer = await api.crm.renewCalendarFeed({});
  if (answer.status !== 201) return refuse(answer.body);
  const made = `${from.origin ?? url.origin}${href("/calendar/:token", { token: `${answer.body.token}.ics` })}`;
  return data({ made }, { headers: { "cache-control": "no-store" } });
});

export default function CalendarFeedPage() {
  const { state, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const made = last && "made" in last ? last.made : undefined;
  return (
    <>
      <PageHeader
        title="Calendar on your phone"
        back={{ label: "My day", to: href("/crm/contactactions/day") }}
        text="Your appointments and tasks in the calendar of your phone or computer: those of the last 90 days, and all to come."
      />
      {last && !("made" in last) && <PostResult last={last} />}
      <div className="grid max-w-[720px] gap-4">
        <AddressCards made={made} state={state} zone={zone} what="your appointments and tasks">
          <div>
            <a className="btn btn-primary" href={made?.replace(/^https?:/, "webcal:")}>
              Open in a calendar
            </a>
          </div>
          <p className="text-sm text-quiet">
            In Google Calendar choose Other calendars, From URL. On an iPhone choose Settings, Calendar, Accounts, Add
            account, Other, Add subscribed calendar.
          </p>
        </AddressCards>
      </div>
    </>
  );
}

// /crm/contactactions/feed - the secret address at which a phone reads one's appointments and tasks
import { data } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { PageHeader } from "../kit/ui/page-header";
import { Snippet } from "../kit/ui/snippet";
import { act, done, expectStatus, page } from "../shell/page.server";

const path = "/crm/contactactions/feed";

export const meta = titled("Calendar on your phone");

export const loader = page(path, async ({ api, viewer }) => {
  const { on, created_at, read_at } = expectStatus(await api.crm.calendarFeed({}), 200);
  return { on, created_at, read_at, zone: viewer.time_zone };
});

const FeedFields = z.object({ intent: z.enum(["renew", "stop"]) });

export const action = act(path, FeedFields, async ({ api, value: { intent }, refuse, from, url }) => {
  if (intent === "stop") {
    const ended = await api.crm.stopCalendarFeed({});
    return ended.status === 201 ? done(from, href(path), ended.body.message, "Calendar") : refuse(ended.body);
  }
  const answer = await api.crm.renewCalendarFeed({});
  if (answer.status !== 201) return refuse(answer.body);
  const address = `${from.origin ?? url.origin}${href("/calendar/:token", { token: `${answer.body.token}.ics` })}`;
  const made = { address, webcal: address.replace(/^https?:/, "webcal:") };
  return data({ made }, { headers: { "cache-control": "no-store" } });
});

export default function CalendarFeedPage() {
  const { on, created_at, read_at, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const made = last && "made" in last ? last.made : undefined;
  return (
    <>
      <PageHeader
        title="Calendar on your phone"
        back={{ label: "My day", to: href("/crm/contactactions/day") }}
        text="Your appointments and tasks in the calendar of your phone or computer: those of the last 90 days, and all to come. It asks for them by itself."
      />
      {last && !("made" in last) && <PostResult last={last} />}
      <div className="grid max-w-[720px] gap-4">
        {made && (
          <Card padded label="Address" className="grid gap-4 md:p-5!">
            <p>
              This is your address. It is not shown again. Whoever has it can read your appointments and tasks, so give
              it to no one.
            </p>
            <Snippet id="address" label="Address" text={made.address} rows={3} />
            <div>
              <a className="btn btn-primary" href={made.webcal}>
                Open in a calendar
              </a>
            </div>
            <p className="text-sm text-quiet">
              In Google Calendar choose Other calendars, From URL. On an iPhone choose Settings, Calendar, Accounts, Add
              account, Other, Add subscribed calendar.
            </p>
          </Card>
        )}
        <Card padded label="State" className="grid gap-4 md:p-5!">
          {on && created_at ? (
            <p>
              The address was made <DateTime at={created_at} zone={zone} />.{" "}
              {read_at ? (
                <>
                  A calendar last read it <DateTime at={read_at} zone={zone} />.
                </>
              ) : (
                "No calendar has read it yet."
              )}
            </p>
          ) : (
            <p>There is no address yet.</p>
          )}
          <Form method="post" className="flex flex-wrap gap-2">
            <Button name="intent" value="renew" variant={made ? "secondary" : "primary"} working={working}>
              {on ? "Make a new address" : "Make an address"}
            </Button>
            {on && (
              <Button name="intent" value="stop" variant="danger">
                End the address
              </Button>
            )}
          </Form>
          {on && <p className="text-sm text-quiet">With a new address the old one stops working at once.</p>}
        </Card>
      </div>
    </>
  );
}

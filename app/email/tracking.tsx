// /email/tracking - whether opens and clicks of emails are counted
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { prefetchSeconds } from "../../rules/email-tracking";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { PostResult } from "../kit/post-result";
import { keepTyped } from "../kit/refused-post";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { Checkbox } from "../kit/ui/checkbox";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";

const path = "/email/tracking";

export const meta = titled("Opens and clicks of emails");

export const loader = page(path, async ({ api, viewer }) => ({
  tracking: expectStatus(await api.email.tracking({}), 200),
  zone: viewer.time_zone,
}));

const TrackingForm = z.object({ enabled: z.enum(["on", ""]).default("") });

export const action = act(path, TrackingForm, async ({ api, value, from, refuse }) => {
  const answer = await api.email.setTracking({ body: { enabled: value.enabled === "on" } });
  if (answer.status !== 201) return refuse(answer.body);
  const words = answer.body.enabled ? "Opens and clicks are counted" : "Opens and clicks are not counted";
  return done(from, href(path), words);
});

export default function EmailTracking() {
  const { tracking, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const { enabled } = keepTyped(last, { enabled: tracking.enabled });
  return (
    <>
      <PageHeader
        title="Opens and clicks of emails"
        text="How many recipients open an email and follow its links, on the page of each email."
      />
      <PostResult last={last} idOf={(name) => name} />
      <Card padded label="Opens and clicks" className="max-w-[640px] md:p-5!">
        <Form method="post" className="grid gap-5">
          <Checkbox
            id="enabled"
            name="enabled"
            value="on"
            key={String(enabled)}
            defaultChecked={enabled}
            label="Count opens and clicks"
            help="It applies to emails that you make from now on. When you switch it off, nothing more is counted, and links in emails that were sent still work."
          />
          <ul className="grid list-disc gap-1 pl-5 text-sm text-quiet">
            <li>
              Links lead through this site, and each email has a picture of one dot. Links to unsubscribe never do.
            </li>
            <li>
              Requests of mail programs and scanners are counted apart: those that say what they are, and all within{" "}
              {prefetchSeconds} seconds after sending. Apple Mail and Gmail load pictures through their own servers, so
              some people who opened an email are not counted.
            </li>
            <li>You record what recipients do. Say so in your privacy notice.</li>
          </ul>
          <div>
            <Button variant="primary" size="lg" working={working}>
              Save
            </Button>
          </div>
          {tracking.changed_at && (
            <p className="text-sm text-quiet">
              Changed by {tracking.changed_by || "a service"}, <DateTime at={tracking.changed_at} zone={zone} />.
            </p>
          )}
        </Form>
      </Card>
    </>
  );
}

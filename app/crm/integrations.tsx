// /crm/integrations - other programs: web hooks that are told of the CRM, and the sales at a secret address (Q143)
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { crmWebhookEvents } from "../../rules/webhook-events";
import { mayOpen } from "../access";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { loadWebhooks } from "../kit/webhooks/webhooks.server";
import { WebhooksCard } from "../kit/webhooks/webhooks-card";
import { act, done, expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { AddressCards } from "./links/address-cards";

const path = "/crm/integrations";

export const meta = titled("Integrations");

export const loader = page(path, async ({ api, viewer }) => {
  const [feed, webhooks] = await Promise.all([api.crm.salesFeed({}), loadWebhooks({ api, viewer }, crmWebhookEvents)]);
  const hasKeys = mayOpen(viewer, routeFor("/settings/api"));
  return { state: expectStatus(feed, 200), zone: viewer.time_zone, webhooks, hasKeys };
});

const FeedFields = z.object({ intent: z.enum(["renew", "stop"]) });

export const action = act(path, FeedFields, async ({ api, value: { intent }, refuse, from, url }) => {
  if (intent === "stop") {
    const ended = await api.crm.stopSalesFeed({});
    return ended.status === 201 ? done(from, href(path), ended.body.message, "Sales") : refuse(ended.body);
  }
  const answer = await api.crm.renewSalesFeed({});
  if (answer.status !== 201) return refuse(answer.body);
  const made = `${from.origin ?? url.origin}${href("/salesfeed/:token", { token: `${answer.body.token}.csv` })}`;
  return data({ made }, { headers: { "cache-control": "no-store" } });
});

export default function Integrations() {
  const { state, zone, webhooks, hasKeys } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const made = last && "made" in last ? last.made : undefined;
  return (
    <>
      <PageHeader title="Integrations" text="What other programs are told of the CRM, and what they can read." />
      {last && !("made" in last) && <PostResult last={last} />}
      <div className="grid max-w-[720px] gap-4">
        <WebhooksCard events={crmWebhookEvents} {...webhooks} />
        {hasKeys && (
          <>
            <h2 className="text-base font-semibold">API keys</h2>
            <p className="text-quiet">
              A program reads and writes leads, contacts and deals with a key of its own, which may only do what you
              choose.{" "}
              <Link className="link" to={href("/settings/api")}>
                API keys
              </Link>
            </p>
          </>
        )}
        <h2 className="text-base font-semibold">Sales as a file at an address</h2>
        <p className="text-quiet">
          A spreadsheet or a program for bookkeeping reads all sales at your address, a row for each line of a sale. It
          works as long as you may see the sales.
        </p>
        <AddressCards made={made} state={state} zone={zone} what="all sales">
          <p className="text-sm text-quiet">
            In Google Sheets: =IMPORTDATA("…") with the address. With ?since=2026-01-01 behind it, it has the sales from
            that day on.
          </p>
        </AddressCards>
      </div>
    </>
  );
}

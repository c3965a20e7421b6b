// /crm/integrations - other programs: web hooks that are told of the CRM, and the sales at a secret address (Q143)
import { data } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { crmWebhookEvents, webhookEvents } from "../../rules/webhook-events";
import { mayOpen } from "../access";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { KeyValues } from "../kit/ui/description-list";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { AddressCards } from "./links/address-cards";

const path = "/crm/integrations";

export const meta = titled("Integrations");

export const loader = page(path, async ({ api, viewer }) => {
  const mayHook = mayOpen(viewer, routeFor("/settings/api/webhooks"));
  const [feed, hooks] = await Promise.all([
    api.crm.salesFeed({}),
    mayHook ? api.identity.webhooks({ query: { per_page: 100 } }) : undefined,
  ]);
  const told = hooks?.status === 200 ? hooks.body.data : [];
  return {
    state: expectStatus(feed, 200),
    zone: viewer.time_zone,
    mayHook,
    hooks: told
      .filter(({ events }) => events.some((event) => crmWebhookEvents.includes(event)))
      .map(({ id, url }) => ({ id, url })),
  };
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
  const { state, zone, mayHook, hooks } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const made = last && "made" in last ? last.made : undefined;
  return (
    <>
      <PageHeader title="Integrations" text="What other programs are told of the CRM, and what they can read." />
      {last && !("made" in last) && <PostResult last={last} />}
      <div className="grid max-w-[720px] gap-4">
        <Card label="Web hooks">
          <CardHead title="Web hooks" />
          <div className="grid gap-4 p-4 md:p-5">
            <p>
              A web hook is an address of a program of yours. It gets a signed request for each of these, in order; what
              fails is tried again for three days, and can be sent again by hand.
            </p>
            <KeyValues
              rows={crmWebhookEvents.map((event) => ({
                label: webhookEvents[event].label,
                value: webhookEvents[event].text,
              }))}
            />
            {hooks.length > 0 && (
              <ul className="grid gap-1">
                {hooks.map(({ id, url }) => (
                  <li key={id}>
                    <Link className="link break-all" to={href("/settings/api/webhooks/:id", { id })}>
                      {url}
                    </Link>
                  </li>
                ))}
              </ul>
            )}
            {mayHook ? (
              <div className="flex flex-wrap gap-2">
                <LinkButton to={href("/settings/api/webhooks/new")}>New web hook</LinkButton>
                <LinkButton to={href("/settings/api/webhooks")}>All web hooks</LinkButton>
                <LinkButton to={href("/settings/api/guide")}>How to check a request</LinkButton>
              </div>
            ) : (
              <p className="text-quiet">Who may manage the account's settings sets up its web hooks.</p>
            )}
          </div>
        </Card>
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

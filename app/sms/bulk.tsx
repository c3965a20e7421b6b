// /sms/bulk - one message to every contact of one or more groups, with its exact cost
import { redirect } from "@remix-run/node";
import { type ShouldRevalidateFunction, useActionData, useLoaderData } from "@remix-run/react";
import { Upload, Users } from "lucide-react";
import { useState } from "react";
import { mayOpen } from "../access";
import { href } from "../href";
import { AudienceField } from "../kit/compose/audience-field";
import { fieldsOnOffer } from "../kit/compose/compose";
import { composeAction } from "../kit/compose/compose.server";
import { beginning, ComposePage } from "../kit/compose/compose-page";
import { Groups } from "../kit/compose/group-field";
import { copied, draftFrom, emptyDraft, firstPrice } from "../kit/compose/start.server";
import { begun, templatesFor } from "../kit/compose/template.server";
import { useCompose } from "../kit/compose/use-compose";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { bulkSms } from "./compose/channel";

export const meta = titled("Bulk SMS");

export const loader = page("/sms/bulk", async ({ api, url, viewer }) => {
  const zone = viewer.time_zone;
  const [allGroups, allSenders, copy, offer] = await Promise.all([
    api.messaging.allGroups({ query: { type: "sms" } }),
    api.messaging.senders({}),
    copied(bulkSms, api, url),
    templatesFor(bulkSms.channel, api, url),
  ]);
  if (copy?.kind === "express") throw redirect(`${href("/sms/send")}${url.search}`);
  const groups = expectStatus(allGroups, 200).data;
  const senders = expectStatus(allSenders, 200).data;
  const now = new Date();
  const asked = url.searchParams.getAll("group").map(Number);
  const empty = {
    ...emptyDraft(senders, zone, now),
    group_ids: groups.map(({ id }) => id).filter((id) => asked.includes(id)),
  };
  const draft = begun(copy ? draftFrom(copy, { empty, url, zone, now }) : empty, offer);
  const price = await firstPrice(bulkSms, api, draft);
  const mayUpload = mayOpen(viewer, routeFor("/contacts/contact-group/upload"));
  return { groups, senders, draft, price, zone, offer, mayUpload };
});

export const action = composeAction(bulkSms);

/** A form that came back keeps its place and its key: there is nothing to read anew. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod?.toUpperCase() === "POST" ? false : defaultShouldRevalidate;

export default function Bulk() {
  const { groups, senders, draft: made, price: ready, zone, offer, mayUpload } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const [{ start, price, sample }] = useState(() => beginning(last, { draft: made, price: ready }));
  const composing = useCompose({ start, price, flow: bulkSms });
  const { draft, read } = composing;
  const chosen = groups.filter(({ id }) => draft.group_ids.includes(id));
  const fields = fieldsOnOffer(chosen);
  return (
    <>
      <PageHeader
        title="Bulk SMS"
        text="One message to every contact of one or more groups. You see the cost before anything is sent."
      />
      {groups.length === 0 ? (
        <Card label="No contact groups">
          <EmptyState
            icon={Users}
            title="No contact groups yet"
            text="A bulk message goes to a group. Upload a file of names and numbers to make the first, or send to a few numbers."
            actions={
              <>
                {mayUpload && (
                  <LinkButton to={href("/contacts/contact-group/upload")} variant="primary" icon={Upload}>
                    Upload contacts
                  </LinkButton>
                )}
                <LinkButton to={href("/sms/send")}>Send a single SMS</LinkButton>
              </>
            }
          />
        </Card>
      ) : (
        <ComposePage id="bulk" flow={bulkSms} {...{ start, composing, last, sample, senders, zone, fields, offer }}>
          {(errors) => (
            <>
              <Groups
                groups={groups}
                before={start.group_ids}
                chosen={draft.group_ids}
                errors={errors.group_ids}
                read={read}
              />
              <AudienceField {...{ start, groups, errors }} fields={fieldsOnOffer(groups)} />
            </>
          )}
        </ComposePage>
      )}
    </>
  );
}

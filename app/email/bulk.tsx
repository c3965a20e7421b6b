// /email/bulk - one email to every contact of one or more groups, with its exact cost
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
import { firstPrice } from "../kit/compose/start.server";
import { useCompose } from "../kit/compose/use-compose";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { bulkEmail } from "./compose/channel";
import { startEmail } from "./compose/start.server";

export const meta = titled("Bulk email");

export const loader = page("/email/bulk", async ({ api, url, viewer }) => {
  const [allGroups, started] = await Promise.all([
    api.messaging.allGroups({ query: { type: "email" } }),
    startEmail(bulkEmail, { api, url, viewer }),
  ]);
  const groups = expectStatus(allGroups, 200).data;
  const asked = url.searchParams.getAll("group").map(Number);
  const chosen = groups.map(({ id }) => id).filter((id) => asked.includes(id));
  const draft = started.copy ? started.draft : { ...started.draft, group_ids: chosen };
  const price = await firstPrice(bulkEmail, api, draft);
  const mayUpload = mayOpen(viewer, routeFor("/contacts/contact-group/upload"));
  const { choices, senders } = started;
  return { groups, senders, choices, draft, price, zone: viewer.time_zone, mayUpload };
});

export const action = composeAction(bulkEmail);

/** A form that came back keeps its place and its key: there is nothing to read anew. */
export const shouldRevalidate: ShouldRevalidateFunction = ({ formMethod, defaultShouldRevalidate }) =>
  formMethod?.toUpperCase() === "POST" ? false : defaultShouldRevalidate;

export default function BulkEmail() {
  const { groups, senders, choices, draft: made, price: ready, zone, mayUpload } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const [{ start, price, sample }] = useState(() => beginning(last, { draft: made, price: ready }));
  const composing = useCompose({ start, price, flow: bulkEmail });
  const { draft, read } = composing;
  const fields = [...fieldsOnOffer(groups.filter(({ id }) => draft.group_ids.includes(id))), "email"];
  return (
    <>
      <PageHeader
        title="Bulk email"
        text="One email to every contact of one or more groups. You see the cost before anything is sent."
      />
      {groups.length === 0 ? (
        <Card label="No contact groups">
          <EmptyState
            icon={Users}
            title="No contact groups for email yet"
            text="A bulk email goes to a group of the type Email. Upload a file of names and addresses to make the first."
            actions={
              <>
                {mayUpload && (
                  <LinkButton to={href("/contacts/contact-group/upload")} variant="primary" icon={Upload}>
                    Upload contacts
                  </LinkButton>
                )}
                <LinkButton to={href("/email/single")}>Send a single email</LinkButton>
              </>
            }
          />
        </Card>
      ) : (
        <ComposePage
          id="bulk-email"
          flow={bulkEmail}
          {...{ start, composing, last, sample, senders, zone, fields, choices }}
          offer={{ templates: [] }}
        >
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

// /settings/templates/:id/delete - the last step before a template goes
import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { z } from "zod";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { DateTime } from "../kit/date-time";
import { formNotice } from "../kit/form-notice";
import { channelNames } from "../kit/templates/list";
import { Button, LinkButton } from "../kit/ui/button";
import { DescriptionList } from "../kit/ui/description-list";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";

const path = "/settings/templates/:id/delete";

export const meta: MetaFunction = () => [{ title: `Delete a template - ${brand.name}` }];

export const loader = page(path, async ({ api, params, viewer }) => ({
  template: expectStatus(await api.messaging.template({ params: { id: Number(params.id) } }), 200),
  zone: viewer.time_zone,
}));

export const action = act(path, z.object({}), async ({ api, params, refuse, from }) => {
  const answer = await api.messaging.deleteTemplate({ params: { id: Number(params.id) } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href("/settings/templates"), "Template deleted");
});

export default function DeleteTemplate() {
  const { template, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const back = href("/settings/templates");
  return (
    <div className="max-w-[760px]">
      <ActionNotice notice={formNotice(last)} />
      <PageHeader
        title={`Delete ${template.name}?`}
        text="A deleted template cannot be restored. Sent messages stay in the history."
        back={{ label: "Templates", to: back }}
      />
      <DescriptionList
        facts={[
          { label: "Channel", value: channelNames[template.channel] },
          { label: "Message", value: template.body },
          { label: "Changed", value: <DateTime at={template.updated_at} zone={zone} /> },
        ]}
      />
      <Form method="post" className="mt-4 flex flex-wrap gap-2">
        <Button variant="danger" size="lg" icon={Trash2} working={working}>
          Delete the template
        </Button>
        <LinkButton to={back} size="lg">
          Keep it
        </LinkButton>
      </Form>
    </div>
  );
}

// /settings/templates/:id/delete - the last step before a template goes
import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { z } from "zod";
import { brand } from "../brand";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { said } from "../kit/said";
import { channelNames } from "../kit/templates/list";
import { Button, LinkButton } from "../kit/ui/button";
import { Facts } from "../kit/ui/kv";
import { PageHead } from "../kit/ui/page-head";
import { When } from "../kit/when";
import { act, done, need, page } from "../shell/page.server";

const path = "/settings/templates/:id/delete";

export const meta: MetaFunction = () => [{ title: `Delete a template - ${brand.name}` }];

export const loader = page(path, async ({ ask, params, viewer }) => ({
  template: need(await ask.messaging.template({ params: { id: Number(params.id) } }), 200),
  zone: viewer.time_zone,
}));

export const action = act(path, z.object({}), async ({ ask, params, refuse, from }) => {
  const answer = await ask.messaging.deleteTemplate({ params: { id: Number(params.id) } });
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
      <ActionNotice notice={said(last)} />
      <PageHead
        title={`Delete ${template.name}?`}
        text="A deleted template cannot be restored. Sent messages stay in the history."
        back={{ label: "Templates", to: back }}
      />
      <Facts
        facts={[
          { label: "Channel", value: channelNames[template.channel] },
          { label: "Message", value: template.body },
          { label: "Changed", value: <When at={template.updated_at} zone={zone} /> },
        ]}
      />
      <Form method="post" className="mt-4 flex flex-wrap gap-2">
        <Button kind="badfill" lg icon={Trash2} working={working}>
          Delete the template
        </Button>
        <LinkButton to={back} lg>
          Keep it
        </LinkButton>
      </Form>
    </div>
  );
}

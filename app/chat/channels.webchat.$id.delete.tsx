// /chat/channels/webchat/:id/delete - the last step before a web chat application goes
import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { z } from "zod";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { Button, LinkButton } from "../kit/ui/button";
import { DescriptionList } from "../kit/ui/description-list";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { notSaved } from "./webchat.server";

const path = "/chat/channels/webchat/:id/delete";

export const meta: MetaFunction = () => [{ title: `Delete a web chat - ${brand.name}` }];

export const loader = page(path, async ({ api, params }) => ({
  application: expectStatus(await api.webchat.application({ params: { id: Number(params.id) } }), 200),
}));

export const action = act(path, z.object({}), async ({ api, params, refuse, from }) => {
  const answer = await api.webchat.deleteApplication({ params: { id: Number(params.id) } });
  if (answer.status !== 201) return notSaved(refuse, answer);
  return done(from, href("/chat/channels/webchat"), answer.body.message);
});

export default function DeleteApplication() {
  const { application } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const back = href("/chat/channels/webchat");
  const { name, domains, visitors } = application;
  return (
    <div className="max-w-[760px]">
      <ActionNotice notice={formNotice(last)} />
      <PageHeader
        title={`Delete ${name}?`}
        text="The chat disappears from every page with its script line, and its visitors' sessions end. Conversations are kept."
        back={{ label: "Web chat", to: back }}
      />
      <DescriptionList
        facts={[
          { label: "Sites", value: domains.join("\n") || "Every site" },
          { label: "Visitors in 7 days", value: visitors },
        ]}
      />
      <Form method="post" className="mt-4 flex flex-wrap gap-2">
        <Button variant="danger" size="lg" icon={Trash2} working={working}>
          Delete web chat
        </Button>
        <LinkButton to={back} size="lg">
          Keep it
        </LinkButton>
      </Form>
    </div>
  );
}

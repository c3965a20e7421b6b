// /whatsapp/inboxes/broadcasts/:id/confirm - the last look at a broadcast before it is sent
import { redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Send } from "lucide-react";
import { showKes } from "../../rules/money";
import { renderedText, renderTemplate } from "../../rules/whatsapp/templates";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { NoFields } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { DescriptionList } from "../kit/ui/description-list";
import { PageHeader } from "../kit/ui/page-header";
import { act, page } from "../shell/page.server";
import { broadcastAt, broadcastId } from "./broadcasts/broadcast.server";
import { CostCard } from "./broadcasts/cost";
import { broadcastTitle, some } from "./broadcasts/labels";

const path = "/whatsapp/inboxes/broadcasts/:id/confirm";

export const meta = titled("Confirm a broadcast");

export const loader = page(path, async ({ api, params }) => {
  const broadcast = await broadcastAt(api, params);
  if (broadcast.status !== "draft") throw redirect(href("/whatsapp/inboxes/broadcasts/:id", { id: broadcast.id }));
  return { broadcast };
});

export const action = act(path, NoFields, async ({ api, params, refuse }) => {
  const id = broadcastId(params.id);
  const answer = await api.whatsapp.confirmBroadcast({ params: { id } });
  if (answer.status === 201) return redirect(href("/whatsapp/inboxes/broadcasts/:id", { id }));
  return refuse({ ...answer.body, title: "Not sent" });
});

export default function ConfirmBroadcast() {
  const { broadcast } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const { id, recipients, cost_cents, number_name, template_name, audience, components, samples, unusable } = broadcast;
  const back = href("/whatsapp/inboxes/broadcasts/:id", { id });
  const messages = some(recipients, "message");
  const why = unusable || (recipients === 0 ? "There are no recipients." : "");
  return (
    <>
      <PageHeader
        title={`Send ${messages} for ${showKes(cost_cents)}?`}
        text="The cost is reserved now. What WhatsApp does not take is refunded."
        back={{ label: broadcastTitle(broadcast), to: back }}
      />
      <div className="grid max-w-[760px] gap-4">
        <PostResult last={last} />
        <DescriptionList
          facts={[
            { label: "From", value: number_name },
            { label: "To", value: audience || messages },
            {
              ...{ label: "Message", change: back },
              value: renderedText(renderTemplate(components, samples[0]?.values ?? {})),
              note: `Template ${template_name}`,
            },
          ]}
        />
        <CostCard broadcast={broadcast} />
        <Form method="post" className="flex flex-wrap gap-2">
          <Button
            variant="primary"
            size="lg"
            icon={Send}
            working={working}
            className="max-md:w-full"
            {...(why ? { disabledReason: why } : {})}
          >
            Send {messages}
          </Button>
          <LinkButton to={back} size="lg" className="max-md:w-full">
            Go back
          </LinkButton>
        </Form>
      </div>
    </>
  );
}

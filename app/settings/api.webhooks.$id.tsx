// /settings/api/webhooks/:id - one web hook: how it is doing, and what it was told
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { RotateCcw, Send } from "lucide-react";
import { z } from "zod";
import { webhookEvents } from "../../rules/webhook-events";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { typedId } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { DescriptionList } from "../kit/ui/description-list";
import { RowMenu } from "../kit/ui/row-menu";
import { Status } from "../kit/ui/status";
import { act, done, page } from "../shell/page.server";
import { webhookState } from "./api/labels";
import { webhookAt, webhookNumber } from "./api/webhook.server";
import { deliveries } from "./api.webhooks.$id.list";

const path = "/settings/api/webhooks/:id";

export const meta = titled("Web hook");

export const loader = page(path, async (given) => {
  const [hook, found] = await Promise.all([webhookAt(given.api, given.params), loadList(deliveries, given)]);
  return { ...found, hook };
});

/** All that failed, or one request. */
const Replay = z.object({ delivery: typedId });

export const action = act(path, Replay, async ({ api, params, value, refuse, from }) => {
  const body = { delivery: value.delivery || null };
  const answer = await api.identity.replayWebhook({ params: webhookNumber(params), body });
  return answer.status === 201 ? done(from, href(path, params), answer.body.message) : refuse(answer.body);
});

function SendAgain({ delivery, label }: { delivery?: number; label: string }) {
  return (
    <Form method="post">
      {delivery !== undefined && <input type="hidden" name="delivery" value={delivery} />}
      <Button icon={RotateCcw}>{label}</Button>
    </Form>
  );
}

export default function WebhookPage() {
  const { hook, ...found } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { zone } = found.facts;
  const { word, kind } = webhookState(hook);
  const { id } = hook;
  const when = (at: string | null, otherwise: string) => (at ? <DateTime at={at} zone={zone} /> : otherwise);
  return (
    <ListPage
      list={deliveries}
      found={found}
      trail={[{ label: "Web hooks", to: href("/settings/api/webhooks") }]}
      actions={
        <>
          <LinkButton to={href("/settings/api/webhooks/:id/delete", { id })}>Delete</LinkButton>
          <LinkButton to={href("/settings/api/webhooks/:id/change", { id })} variant="primary">
            Change
          </LinkButton>
        </>
      }
      action={(one) =>
        one.state !== "waiting" && (
          <RowMenu label={`Actions for request ${one.id}`}>
            <SendAgain delivery={one.id} label="Send again" />
          </RowMenu>
        )
      }
      empty={{
        icon: Send,
        title: "Nothing was sent yet",
        text: "Each request to this address is listed here for 14 days, with its answer.",
      }}
      tools={<SendAgain label="Send all that failed again" />}
    >
      <PostResult last={last} />
      <Card padded label="Web hook">
        <DescriptionList
          facts={[
            { label: "Address", value: <span className="break-all">{hook.url}</span> },
            {
              label: "State",
              value: <Status kind={kind}>{word}</Status>,
              note: hook.failures > 0 ? hook.last_error : undefined,
            },
            {
              label: "Told of",
              value: hook.events.map((event) => webhookEvents[event].label).join(", "),
              note: hook.only_api ? "Statuses of messages that were sent with an API key" : "Statuses of all messages",
            },
            { label: "Last delivered", value: when(hook.last_delivered_at, "Never") },
            { label: "Waiting", value: String(hook.waiting), note: hook.next_try_at && when(hook.next_try_at, "") },
          ]}
        />
      </Card>
    </ListPage>
  );
}

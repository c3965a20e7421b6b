import { Form, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { webhookEventNames, webhookEvents } from "../../../rules/webhook-events";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, keepTyped, type LastPost } from "../../kit/refused-post";
import { typedCheck, typedList, typedText } from "../../kit/typed-fields";
import { Button, LinkButton } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { TextInput } from "../../kit/ui/field";

/** What is typed of a web hook. */
export const WebhookFields = z.object({
  url: typedText,
  events: typedList,
  all_messages: typedCheck,
  active: typedCheck,
});

/** The fields as the call takes them. */
export function webhookBody({ url, events, all_messages, active }: z.output<typeof WebhookFields>) {
  return {
    ...{ url: url.trim(), only_api: !all_messages, active },
    events: webhookEventNames.filter((event) => events.includes(event)),
  };
}

type WebhookFormProps = {
  held: { url: string; events: string[]; all_messages: boolean; active: boolean };
  last: LastPost;
  submitLabel: string;
  back: string;
};

export function WebhookForm({ held, last, submitLabel, back }: WebhookFormProps) {
  const working = useNavigation().state !== "idle";
  const typed = keepTyped(last, held);
  const errors = fieldErrors(last);
  return (
    <>
      <PostResult last={last} idOf={(name) => name} />
      <Card padded label="Web hook" className="max-w-[720px] md:p-5!">
        <Form method="post" className="grid gap-5">
          <TextInput
            id="url"
            name="url"
            type="url"
            label="Address"
            help="Such as https://shop.example/hooks/sms. It must be reachable from the internet."
            defaultValue={typed.url}
            errors={errors.url ?? []}
            autoComplete="off"
            maxLength={500}
            required
          />
          <CheckboxGroup id="events" legend="Tell it of" errors={errors.events ?? []} boxed>
            {webhookEventNames.map((event) => (
              <Checkbox
                key={event}
                name="events"
                value={event}
                label={webhookEvents[event].label}
                help={webhookEvents[event].text}
                defaultChecked={typed.events.includes(event)}
              />
            ))}
          </CheckboxGroup>
          <Checkbox
            name="all_messages"
            value="on"
            label="Statuses of all messages"
            help="Also of those that people send here. Otherwise only of messages that were sent with an API key."
            defaultChecked={typed.all_messages}
          />
          <Checkbox name="active" value="on" label="Switched on" defaultChecked={typed.active} />
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" size="lg" working={working}>
              {submitLabel}
            </Button>
            <LinkButton to={back} size="lg" variant="ghost">
              Cancel
            </LinkButton>
          </div>
        </Form>
      </Card>
    </>
  );
}

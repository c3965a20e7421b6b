import { Form, useNavigation } from "@remix-run/react";
import { botLimits } from "../../../rules/whatsapp/bot";
import { href } from "../../href";
import { fieldErrors, keepTyped, type LastPost } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { Select, TextArea, TextInput } from "../../kit/ui/field";
import { UnsavedForm } from "../../kit/unsaved";
import { textsForm } from "./labels";
import type { LoadedBot } from "./loaded-bot";

/** What the bot says around its answers. */
export function BotTexts({ bot, last }: { bot: LoadedBot; last: LastPost }) {
  const working = useNavigation().state === "submitting";
  const { greeting, away, retry, hand_over, list_button, start } = bot.draft;
  const held = keepTyped(last, { greeting, away, retry, hand_over, list_button, start });
  const errors = fieldErrors(last);
  const field = (name: keyof typeof held) => ({
    ...{ id: name, name, defaultValue: held[name], errors: errors[name] ?? [] },
  });
  const text = (name: keyof typeof held) => ({ ...field(name), rows: 2, maxLength: botLimits.text });
  return (
    <Card label="Texts">
      <CardHead title="Texts" />
      <Form
        method="post"
        id={textsForm}
        action={href("/whatsapp/bot/:id", { id: bot.inbox_id })}
        className="grid gap-5 p-4"
        preventScrollReset
      >
        <UnsavedForm refused={last} />
        <TextArea label="Greeting" optional help="Sent once, when a conversation begins." {...text("greeting")} />
        <TextArea
          label="Away answer"
          optional
          help="Outside your business hours: sent once in place of the greeting, or when a customer asks for a person."
          {...text("away")}
        />
        <Select
          label="Begin with"
          empty="Hand over to a person"
          choices={bot.draft.answers.map(({ id, name }) => ({ value: id, label: name }))}
          {...field("start")}
        />
        <TextArea
          label="When the bot does not understand"
          optional
          help="Sent once with the question again. After that, a person answers."
          {...text("retry")}
        />
        <TextArea label="When it hands over to a person" optional {...text("hand_over")} />
        <TextInput
          label="Button that opens a list"
          maxLength={botLimits.button}
          className="max-w-72"
          {...field("list_button")}
        />
        <div>
          <Button name="intent" value="texts" size="lg" working={working}>
            Save the texts
          </Button>
        </div>
      </Form>
    </Card>
  );
}

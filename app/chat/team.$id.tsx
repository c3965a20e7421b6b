// /chat/team/:id - an agent's limits and channels, and their status (drawer)
import { getInputProps, getSelectProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useActionData, useLoaderData, useLocation } from "@remix-run/react";
import { z } from "zod";
import { statusWords } from "../../rules/chat";
import { agentStatuses, Channel } from "../../services/chat/contract.fields";
import { href } from "../href";
import { FormDrawer } from "../kit/form-drawer";
import { Checkbox, CheckboxGroup } from "../kit/ui/checkbox";
import { Select, TextInput } from "../kit/ui/field";
import { act, done, expectStatus, page } from "../shell/page.server";
import { channelNames } from "./inbox/labels";

const limit = z.coerce
  .number({ error: "Enter a number." })
  .int("Enter a whole number.")
  .min(0, "At least 0.")
  .max(100, "At most 100.")
  .optional();

const AgentForm = z.object({
  status: z.enum(agentStatuses),
  active_conversations: limit,
  max_conversation: limit,
  channels: z.array(Channel).default([]),
});

export const loader = page("/chat/team/:id", async ({ api, params }) => {
  const query = { participant_id: params.id };
  const [found, routing] = await Promise.all([api.chat.participants({ query }), api.chat.routing({})]);
  const agent = expectStatus(found, 200).data.find(({ participant_id }) => participant_id === params.id);
  if (!agent) throw new Response("There is no such agent.", { status: 404 });
  return { agent, routing: expectStatus(routing, 200) };
});

export const action = act("/chat/team/:id", AgentForm, async ({ api, value, params, refuse, from, url }) => {
  const { status, channels, active_conversations = null, max_conversation = null } = value;
  const answer = await api.chat.saveParticipant({
    params: { participant_id: params.id },
    body: { status, channels, active_conversations, max_conversation },
  });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, `${href("/chat/team")}${url.search}`, `${answer.body.participant.name} was saved.`);
});

export default function Agent() {
  const { agent, routing } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const close = `${href("/chat/team")}${useLocation().search}`;
  const [form, fields] = useForm({
    id: "chat-agent",
    lastResult: last?.reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: AgentForm }),
    defaultValue: {
      status: agent.status,
      active_conversations: agent.own_limits ? String(agent.active_conversations) : "",
      max_conversation: agent.own_limits ? String(agent.max_conversation) : "",
    },
  });
  return (
    <FormDrawer title={agent.name} close={close} submitLabel="Save" form={form} last={last}>
      <Select
        label="Status"
        {...getSelectProps(fields.status)}
        key={fields.status.key}
        errors={fields.status.errors}
        choices={agentStatuses.map((value) => ({ value, label: statusWords[value] }))}
        help="Only online agents get chats."
      />
      <TextInput
        label="Auto-assign up to"
        optional
        {...getInputProps(fields.active_conversations, { type: "text" })}
        key={fields.active_conversations.key}
        errors={fields.active_conversations.errors}
        inputMode="numeric"
        help={`Open conversations. Empty: ${routing.active_conversations}, as for everyone.`}
      />
      <TextInput
        label="Maximum"
        optional
        {...getInputProps(fields.max_conversation, { type: "text" })}
        key={fields.max_conversation.key}
        errors={fields.max_conversation.errors}
        inputMode="numeric"
        help={`Includes chats they take themselves. Empty: ${routing.max_conversation}, as for everyone.`}
      />
      <CheckboxGroup
        id={fields.channels.id}
        legend="Channels"
        help="Channels whose chats they get. Leave all clear for every channel."
        errors={fields.channels.errors}
      >
        {Channel.options.map((channel) => (
          <Checkbox
            key={channel}
            name="channels"
            value={channel}
            defaultChecked={agent.channels.includes(channel)}
            label={channelNames[channel]}
          />
        ))}
      </CheckboxGroup>
    </FormDrawer>
  );
}

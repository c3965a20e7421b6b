// /chat/team/teams/:id - a team: its name, agents, channels and maximum wait; or a new one (drawer)
import { getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { Channel } from "../../services/chat/contract.fields";
import { TeamForm } from "../../services/chat/contract.teams";
import { href } from "../href";
import { FormDrawer } from "../kit/form-drawer";
import { isChosen, typedList, typedText } from "../kit/typed-fields";
import { Checkbox, CheckboxGroup } from "../kit/ui/checkbox";
import { TextInput } from "../kit/ui/field";
import { act, done, expectStatus, page } from "../shell/page.server";
import { channelNames } from "./inbox/labels";
import { numberIn } from "./settings/settings.server";

const path = "/chat/team/teams/:id";
const list = href("/chat/team/teams");

const Fields = z.object({
  name: typedText,
  agents: typedList,
  channels: z.array(Channel).default([]),
  max_wait_minutes: TeamForm.shape.max_wait_minutes,
});

export const loader = page(path, async ({ api, params }) => {
  const { id } = numberIn(params.id);
  const query = { choices: "yes" as const, ...(id ? { team_id: id } : {}) };
  const { data, choices } = expectStatus(await api.chat.teams({ query }), 200);
  if (params.id === "new") return { team: null, choices };
  const team = data.find((one) => one.id === id);
  if (!team) throw new Response("There is no such team.", { status: 404 });
  return { team, choices };
});

export const action = act(path, Fields, async ({ api, params, from, value, refuse }) => {
  const answer = await api.chat.saveTeam({ body: { ...numberIn(params.id), ...value } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, list, answer.body.message, "Saved");
});

export default function Team() {
  const { team, choices } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const held = {
    name: team?.name ?? "",
    agents: team?.agents.map((agent) => agent.participant_id) ?? [],
    channels: team?.channels ?? [],
    max_wait_minutes: String(team?.max_wait_minutes ?? 15),
  };
  const [form, fields] = useForm({
    id: "chat-team",
    lastResult: last?.reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: Fields }),
    defaultValue: held,
  });
  return (
    <FormDrawer
      title={team ? team.name : "New team"}
      close={list}
      submitLabel={team ? "Save" : "Create team"}
      form={form}
      last={last}
    >
      <TextInput
        label="Name"
        {...getInputProps(fields.name, { type: "text" })}
        key={fields.name.key}
        errors={fields.name.errors}
        help="It is the same team everywhere, such as in Group management and in canned replies."
      />
      <CheckboxGroup
        id={fields.agents.id}
        legend="Agents"
        help={
          team?.id === 1
            ? "Everyone without another team is in this one. To take someone out, add them to another team."
            : "Everyone is in one team. People you add leave their team, and people you remove go to the main team."
        }
        errors={fields.agents.errors}
      >
        {choices.map((agent) => (
          <Checkbox
            key={agent.participant_id}
            name="agents"
            value={agent.participant_id}
            defaultChecked={isChosen(fields.agents.initialValue, agent.participant_id)}
            label={agent.name || agent.email}
            help={agent.team && agent.team !== team?.name ? `Now in ${agent.team}` : undefined}
          />
        ))}
      </CheckboxGroup>
      <TextInput
        label="Maximum wait, minutes"
        {...getInputProps(fields.max_wait_minutes, { type: "text" })}
        key={fields.max_wait_minutes.key}
        errors={fields.max_wait_minutes.errors}
        inputMode="numeric"
        help="When no one in the team is online for so long, the conversation goes to everyone."
      />
      <CheckboxGroup
        id={fields.channels.id}
        legend="Channels"
        help="Channels whose conversations can be given to it. Leave all clear for every channel."
        errors={fields.channels.errors}
      >
        {Channel.options.map((channel) => (
          <Checkbox
            key={channel}
            name="channels"
            value={channel}
            defaultChecked={isChosen(fields.channels.initialValue, channel)}
            label={channelNames[channel]}
          />
        ))}
      </CheckboxGroup>
    </FormDrawer>
  );
}

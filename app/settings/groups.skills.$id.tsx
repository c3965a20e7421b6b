// /settings/groups/skills/:id - a skill: its name and who has it; or a new one (drawer)
import { getInputProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { href } from "../href";
import { FormDrawer } from "../kit/form-drawer";
import { titled } from "../kit/title";
import { isChosen, typedList, typedText } from "../kit/typed-fields";
import { Checkbox, CheckboxGroup } from "../kit/ui/checkbox";
import { TextInput } from "../kit/ui/field";
import { act, done, expectStatus, page } from "../shell/page.server";
import { loadSkill } from "./people/skills.server";

const path = "/settings/groups/skills/:id";
const list = href("/settings/groups/skills");

const Fields = z.object({ name: typedText, people: typedList });

export const meta = titled("Skill");

export const loader = page(path, async ({ api, params }) => {
  const [skill, colleagues] = await Promise.all([
    params.id === "new" ? null : loadSkill(api, params.id),
    api.identity.allMembers({ params: { account: "own", group: "all" } }),
  ]);
  const choices = expectStatus(colleagues, 200).data.map(({ id, name, email, role }) => ({ id, name, email, role }));
  return { skill, choices };
});

export const action = act(path, Fields, async ({ api, params, from, value, refuse }) => {
  const body = { name: value.name, people: value.people.map((id) => Number(id) || 0) };
  const answer =
    params.id === "new"
      ? await api.identity.createSkill({ body })
      : await api.identity.updateSkill({ params: { id: Number(params.id) || 0 }, body });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, list, `The skill ${answer.body.name} was saved.`, "Saved");
});

export default function SkillDrawer() {
  const { skill, choices } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const [form, fields] = useForm({
    id: "skill",
    lastResult: last?.reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: Fields }),
    defaultValue: { name: skill?.name ?? "", people: skill?.people.map(String) ?? [] },
  });
  return (
    <FormDrawer
      title={skill ? skill.name : "New skill"}
      close={list}
      submitLabel={skill ? "Save" : "Create skill"}
      form={form}
      last={last}
    >
      <TextInput
        label="Name"
        {...getInputProps(fields.name, { type: "text" })}
        key={fields.name.key}
        errors={fields.name.errors}
        help="A language or a subject, such as Swahili or Billing."
        autoComplete="off"
      />
      <CheckboxGroup id={fields.people.id} legend="People who have it" errors={fields.people.errors}>
        {choices.map(({ id, name, email, role }) => (
          <Checkbox
            key={id}
            name="people"
            value={id}
            defaultChecked={isChosen(fields.people.initialValue, String(id))}
            label={name || email}
            help={role || undefined}
          />
        ))}
      </CheckboxGroup>
    </FormDrawer>
  );
}

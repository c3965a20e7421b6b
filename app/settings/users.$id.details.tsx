// /settings/users/:id/details - a person's name, phone, team and role
import { getFormProps, getInputProps, getSelectProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { z } from "zod";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { titledBy } from "../kit/title";
import { isChosen, typedList } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { Select, TextInput } from "../kit/ui/field";
import { UnsavedForm } from "../kit/unsaved";
import { act, done, expectStatus, page } from "../shell/page.server";
import { MemberStatus } from "./people/member-status";
import { PersonFactor } from "./people/person-factor";
import { PersonHead } from "./people/person-head";
import { PersonSkills } from "./people/person-skills";
import { loadPerson, parseUserId, roleChoices, teamChoices } from "./people/users.server";
import { whysFor } from "./roles/rights";

const path = "/settings/users/:id/details";
const choice = z.coerce.number().int().positive().optional();
const Details = z.object({
  intent: z.enum(["save", "restore", "invite", "skills"]).default("save"),
  name: z.string({ error: "Enter the person's name." }).trim().max(120, "At most 120 characters.").optional(),
  phone: z.string().trim().max(40, "At most 40 characters.").default(""),
  role_id: choice,
  user_group: choice,
  skills: typedList,
});

export const meta = titledBy<typeof loader>(({ data }) => data?.member.name ?? "Person");

export const loader = page(path, async ({ api, params, viewer }) => {
  const [member, roles, teams, skills] = await Promise.all([
    loadPerson(api, params.id),
    roleChoices(api, viewer),
    teamChoices(api),
    api.identity.skills(),
  ]);
  return {
    member,
    roles,
    teams,
    skills: expectStatus(skills, 200).data,
    whys: whysFor(viewer, member),
    zone: viewer.time_zone,
  };
});

export const action = act(path, Details, async ({ api, value, refuse, from, params }) => {
  const id = parseUserId(params.id);
  const here = href(path, { id });
  const { intent, role_id, user_group, phone, name = "" } = value;
  if (intent === "restore") {
    const answer = await api.identity.restoreMember({ params: { id } });
    return answer.status === 201 ? done(from, here, `${answer.body.name} is back.`) : refuse(answer.body);
  }
  if (intent === "invite") {
    const answer = await api.identity.inviteAgain({ params: { id } });
    return answer.status === 201 ? done(from, here, answer.body.message) : refuse(answer.body);
  }
  if (intent === "skills") {
    const skills = value.skills.map((skill) => Number(skill) || 0);
    const answer = await api.identity.setPersonSkills({ params: { id }, body: { skills } });
    return answer.status === 201 ? done(from, here, "The skills were saved.") : refuse(answer.body);
  }
  const said = { name, phone, ...(role_id ? { role_id } : {}), ...(user_group ? { user_group } : {}) };
  const answer = await api.identity.updateMember({ params: { id }, body: said });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, here, `${answer.body.name} was saved.`);
});

export default function PersonDetails() {
  const { member, roles, teams, skills, whys, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const scripted = useHydrated();
  const refused = last?.reply.initialValue?.intent === "skills" ? last.reply : undefined;
  const [form, fields] = useForm({
    id: `person-${member.id}`,
    // What was refused about the skills says nothing of the details.
    lastResult: refused ? undefined : last?.reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: Details }),
    defaultValue: {
      name: member.name,
      phone: member.phone,
      role_id: member.role_id === null ? "" : String(member.role_id),
      user_group: member.user_group,
    },
  });
  const roleWhy = whys.rights;
  return (
    <>
      <ActionNotice notice={last?.notice} />
      <PersonHead member={member} whys={whys} />
      <div className="grid max-w-[760px] gap-4">
        <MemberStatus member={member} whys={whys} zone={zone} working={working} />
        <Card label="Details">
          <Form method="post" {...getFormProps(form)} noValidate={scripted} className="grid gap-5 p-5 max-md:p-4">
            <UnsavedForm refused={last} />
            <TextInput
              label="Name"
              {...getInputProps(fields.name, { type: "text" })}
              key={fields.name.key}
              errors={fields.name.errors}
              readOnly={whys.edit !== undefined}
              autoComplete="off"
            />
            <TextInput
              label="Phone number"
              {...getInputProps(fields.phone, { type: "tel" })}
              key={fields.phone.key}
              errors={fields.phone.errors}
              readOnly={whys.edit !== undefined}
              autoComplete="off"
              optional
            />
            <Select
              label="Role"
              {...getSelectProps(fields.role_id)}
              key={fields.role_id.key}
              errors={fields.role_id.errors}
              disabled={roleWhy !== undefined}
              {...(member.role_id === null ? { empty: "No role" } : {})}
              choices={roles.map(({ value, label, why }) => ({
                value,
                label: why ? `${label} (${why})` : label,
                disabled: why !== undefined && value !== String(member.role_id),
              }))}
              help={roleWhy ?? "The new role applies immediately."}
            />
            <Select
              label="Team"
              {...getSelectProps(fields.user_group)}
              key={fields.user_group.key}
              errors={fields.user_group.errors}
              disabled={whys.edit !== undefined}
              choices={teams}
            />
            <div className="flex flex-wrap items-center gap-2">
              <Button
                variant="primary"
                size="lg"
                working={working}
                {...(whys.edit ? { disabledReason: whys.edit } : {})}
              >
                Save
              </Button>
              <LinkButton to={href("/settings/users")} size="lg" variant="ghost">
                Cancel
              </LinkButton>
              {whys.edit && <span className="text-sm text-quiet">{whys.edit}</span>}
            </div>
          </Form>
        </Card>
        {member.two_factor && <PersonFactor person={member} why={whys.factor} />}
        {skills.length > 0 && (
          <PersonSkills
            skills={skills}
            has={(id) =>
              refused
                ? isChosen(refused.initialValue?.skills, String(id))
                : skills.some((skill) => skill.id === id && skill.people.includes(member.id))
            }
            errors={refused?.error?.skills ?? []}
            why={whys.edit}
            working={working}
          />
        )}
      </div>
    </>
  );
}

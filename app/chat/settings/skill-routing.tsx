import type { ComponentProps } from "react";
import { href } from "../../href";
import { Card } from "../../kit/ui/card";
import { Select, TextInput } from "../../kit/ui/field";
import { Link } from "../../kit/ui/link";
import { channelNames } from "../inbox/labels";

type SkillRoutingProps = {
  field: Omit<ComponentProps<typeof TextInput>, "label">;
  skills: readonly { id: number; name: string; agents: number }[];
  inboxes: readonly { id: number; name: string; channel: keyof typeof channelNames; skill_id: number | null }[];
  /** What was chosen for a channel in a form that was refused. */
  chosen(at: number): string | undefined;
  errors: Record<string, string[] | null | undefined>;
};

/** Which skill each channel asks for, and for how long a conversation waits for it. */
export function SkillRouting({ field, skills, inboxes, chosen, errors }: SkillRoutingProps) {
  const choices = skills.map(({ id, name, agents }) => ({
    value: String(id),
    label: `${name} (${agents === 1 ? "1 agent" : `${agents} agents`})`,
  }));
  return (
    <Card label="Skills" padded>
      <div className="grid gap-5">
        <div>
          <h2 className="font-semibold">Skills</h2>
          <p className="mt-1 text-sm text-quiet">
            Conversations that wait for a skill are given only to agents who have it. When the wait is over they go to
            anyone. Anyone can take them from the queue at any time. Who has which skill is in{" "}
            <Link className="link" to={href("/settings/groups/skills")}>
              Group management
            </Link>
            .
          </p>
        </div>
        <TextInput
          {...field}
          className="sm:max-w-80"
          label="Wait for the skill (minutes)"
          optional
          help="Empty: until someone with the skill can take it."
        />
        {skills.length > 0 && (
          <div className="grid gap-5 sm:grid-cols-2">
            {inboxes.map(({ id, name, channel, skill_id }, at) => (
              <div key={id}>
                <input type="hidden" name={`inbox_skills[${at}].inbox_id`} value={id} />
                <Select
                  id={`inbox-skill-${id}`}
                  name={`inbox_skills[${at}].skill_id`}
                  label={`${channelNames[channel]}: ${name}`}
                  empty="No skill"
                  choices={choices}
                  defaultValue={chosen(at) ?? String(skill_id ?? "")}
                  errors={errors[`inbox_skills[${at}].skill_id`] ?? []}
                />
              </div>
            ))}
          </div>
        )}
      </div>
    </Card>
  );
}

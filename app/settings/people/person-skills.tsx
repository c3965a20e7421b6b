import { Form } from "@remix-run/react";
import { Button } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";

type PersonSkillsProps = {
  /** Those of the account. */
  skills: readonly { id: number; name: string }[];
  /** Whether the person has one, or was given it in a form that was refused. */
  has(id: number): boolean;
  errors: string[];
  /** Why it can't be changed. */
  why: string | undefined;
  working: boolean;
};

/** Which skills a person has. */
export function PersonSkills({ skills, has, errors, why, working }: PersonSkillsProps) {
  return (
    <Card label="Skills">
      <Form method="post" className="grid gap-5 p-5 max-md:p-4">
        <CheckboxGroup
          id="person-skills"
          legend="Skills"
          help="A conversation can wait for someone who has the skill it needs."
          errors={errors}
        >
          {skills.map(({ id, name }) => (
            <Checkbox
              key={id}
              name="skills"
              value={id}
              label={name}
              defaultChecked={has(id)}
              disabled={why !== undefined}
            />
          ))}
        </CheckboxGroup>
        <div className="flex flex-wrap items-center gap-2">
          <Button name="intent" value="skills" working={working} {...(why ? { disabledReason: why } : {})}>
            Save skills
          </Button>
          {why && <span className="text-sm text-quiet">{why}</span>}
        </div>
      </Form>
    </Card>
  );
}

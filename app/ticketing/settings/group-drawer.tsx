import { Form, useNavigation } from "@remix-run/react";
import { Plus, X } from "lucide-react";
import type { Group } from "../../../services/ticketing/contract.people";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, keepTyped, type LastPost } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { Drawer } from "../../kit/ui/drawer";
import { Select, TextInput } from "../../kit/ui/field";

type GroupDrawerProps = {
  group: Group;
  people: readonly { id: string; name: string; email: string }[];
  close: string;
  last: LastPost;
};

const roles = [
  { value: "agent", label: "Agent" },
  { value: "supervisor", label: "Supervisor" },
];

/** Edit ticket group: its name and who is in it. */
export function GroupDrawer({ group, people, close, last }: GroupDrawerProps) {
  const working = useNavigation().state === "submitting";
  const errors = fieldErrors(last);
  const typed = keepTyped(last, { name: group.name, description: group.description });
  const free = people.filter(({ id }) => !group.members.some((member) => member.id === id));
  return (
    <Drawer
      title="Edit ticket group"
      close={close}
      foot={
        <>
          <Button variant="primary" size="lg" form="group" name="intent" value="save" working={working}>
            Save
          </Button>
          <LinkButton to={close} size="lg" variant="ghost">
            Close
          </LinkButton>
        </>
      }
    >
      <PostResult last={last} idOf={(name) => (name === "person" ? "person" : `group-${name}`)} />
      <Form id="group" method="post" className="grid gap-4" key={`${group.name} ${group.description}`}>
        <TextInput
          id="group-name"
          name="name"
          label="Name"
          defaultValue={typed.name}
          errors={errors.name ?? []}
          maxLength={100}
        />
        <TextInput
          id="group-description"
          name="description"
          label="Purpose"
          optional
          defaultValue={typed.description}
          errors={errors.description ?? []}
          maxLength={500}
        />
      </Form>
      <section className="grid gap-2" aria-label="People in it">
        <h3 className="font-semibold">People in it</h3>
        {group.members.length === 0 && <p className="text-quiet">No one yet.</p>}
        <ul className="divide-y divide-line">
          {group.members.map((member) => (
            <li key={member.group_member_id} className="flex items-center gap-3 py-1.5">
              <span className="min-w-0 flex-1 truncate" title={member.email}>
                {member.name}
              </span>
              <span className="text-sm text-quiet">{member.role === "supervisor" ? "Supervisor" : "Agent"}</span>
              <Form method="post">
                <input type="hidden" name="group_member" value={member.group_member_id} />
                <Button variant="ghost" icon={X} name="intent" value="take out" label={`Remove ${member.name}`} />
              </Form>
            </li>
          ))}
        </ul>
        {free.length > 0 && (
          <Form method="post" className="flex flex-wrap items-end gap-2" key={group.members.length}>
            <Select
              id="person"
              name="person"
              label="Person"
              empty="Choose"
              className="min-w-40 flex-1"
              choices={free.map(({ id, name, email }) => ({ value: `${id}\n${email}\n${name}`, label: name }))}
            />
            <Select id="role" name="role" label="As" choices={roles} className="w-32" />
            <Button size="lg" icon={Plus} name="intent" value="put in" working={working}>
              Put in
            </Button>
          </Form>
        )}
      </section>
    </Drawer>
  );
}

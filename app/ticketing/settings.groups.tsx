// /ticketing/settings/groups - the groups that tickets are given to
import type { SubmissionResult } from "@conform-to/react";
import { Form, Outlet, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Pencil, Users } from "lucide-react";
import { z } from "zod";
import { href } from "../href";
import { redirectOldQuery } from "../kit/old-query.server";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { TextInput } from "../kit/ui/field";
import { FormErrors } from "../kit/ui/form-errors";
import { act, done, expectStatus, page } from "../shell/page.server";
import { howMany } from "./kit/labels";
import { groupFields } from "./settings/group.server";
import { Remove } from "./settings/replace-form";
import { SettingsHead } from "./settings/settings-tabs";

const path = "/ticketing/settings/groups";

export const meta = titled("Groups of ticketing");

export const loader = page(path, async ({ api, url }) => {
  redirectOldQuery(url, { edit: (id) => href("/ticketing/settings/groups/:id", { id }) });
  return { groups: expectStatus(await api.ticketing.groups({}), 200).data };
});

const id = z.coerce.number().int().positive();
const GroupsForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("add"), ...groupFields }),
  z.object({ intent: z.literal("delete"), id, replace: id.optional() }),
]);

export const action = act(path, GroupsForm, async ({ api, value, refuse, from }) => {
  if (value.intent === "delete") {
    const answer = await api.ticketing.deleteGroup({ params: { id: value.id }, query: { replace: value.replace } });
    return answer.status === 201 ? done(from, href(path), answer.body.message, "Deleted") : refuse(answer.body);
  }
  const answer = await api.ticketing.createGroup({ body: { name: value.name, description: value.description } });
  if (answer.status !== 201) return refuse(answer.body);
  const { id, name } = answer.body;
  return done(from, href("/ticketing/settings/groups/:id", { id }), `${name} is there.`, "Added");
});

export default function Groups() {
  const { groups } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const reply = last?.reply as SubmissionResult | undefined;
  const adding = reply?.initialValue?.intent === "add" ? reply : undefined;
  // R127: a failed creation shows the list of errors.
  const errors = Object.entries(adding?.error ?? {}).flatMap(([field, words]) =>
    (words ?? []).map((text) => ({ text, ...(field === "name" ? { field: "new-group" } : {}) })),
  );
  return (
    <>
      <PostResult last={errors.length > 0 ? undefined : last} />
      <SettingsHead tab="Groups" text="Teams that work together. You can assign a ticket to a group or to a person." />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px]">
        <section className="card" aria-label="Groups">
          {groups.length === 0 ? (
            <EmptyState icon={Users} title="No groups yet" text="Add the first one: Support, Billing, Deliveries." />
          ) : (
            <ul className="divide-y divide-line">
              {groups.map((group) => (
                <li key={group.id} className="flex items-center gap-3 px-4 py-2.5">
                  <div className="min-w-0 flex-1">
                    <p className="font-medium wrap-anywhere">{group.name}</p>
                    <p className="truncate text-sm text-quiet">
                      {group.members.length === 0 ? "No members yet" : group.members.map(({ name }) => name).join(", ")}
                    </p>
                  </div>
                  <span className="num text-sm text-quiet">{howMany(group.tickets)}</span>
                  <LinkButton
                    to={href("/ticketing/settings/groups/:id", { id: group.id })}
                    variant="ghost"
                    icon={Pencil}
                    label={`Edit ${group.name}`}
                    preventScrollReset
                  />
                  <Remove
                    id={group.id}
                    name={group.name}
                    used={group.tickets}
                    others={groups
                      .filter((other) => other.id !== group.id)
                      .map(({ id, name }) => ({ value: String(id), label: name }))}
                  />
                </li>
              ))}
            </ul>
          )}
        </section>
        <Form key={groups.length} method="post" className="card grid gap-4 p-4" aria-label="New group">
          <h2 className="font-semibold">New group</h2>
          <FormErrors errors={errors} />
          <TextInput
            id="new-group"
            name="name"
            label="Name"
            maxLength={100}
            autoComplete="off"
            defaultValue={String(adding?.initialValue?.name ?? "")}
            errors={adding?.error?.name ?? []}
          />
          <TextInput
            id="new-description"
            name="description"
            label="Purpose"
            optional
            maxLength={500}
            autoComplete="off"
            defaultValue={String(adding?.initialValue?.description ?? "")}
            errors={adding?.error?.description ?? []}
          />
          <div>
            <Button name="intent" value="add" working={working}>
              Add the group
            </Button>
          </div>
        </Form>
      </div>
      <Outlet />
    </>
  );
}

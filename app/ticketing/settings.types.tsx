// /ticketing/settings/types - the types of ticket, and the dispositions
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { UserRoundCog } from "lucide-react";
import { z } from "zod";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { Select } from "../kit/ui/field";
import { act, done, expectStatus, page } from "../shell/page.server";
import { EditRow } from "./kit/edit-row";
import { Remove } from "./settings/replace-form";
import { SettingsHead } from "./settings/settings-tabs";

export const meta = titled("Types of ticket");

export const loader = page("/ticketing/settings/types", async ({ api }) => {
  const [types, dispositions] = await Promise.all([api.ticketing.types({}), api.ticketing.dispositions({})]);
  return { types: expectStatus(types, 200).data, dispositions: expectStatus(dispositions, 200).data };
});

const id = z.coerce.number().int().positive();
const TypesForm = z.object({
  what: z.enum(["type", "disposition"]),
  intent: z.enum(["save", "delete"]),
  id: id.optional(),
  parent_id: id.optional(),
  replace: id.optional(),
  name: z.string().max(200).default(""),
});

export const action = act("/ticketing/settings/types", TypesForm, async ({ api, value, refuse, from, url }) => {
  const { what, intent, id, parent_id, replace, name } = value;
  if (intent === "delete") {
    const given = { params: { id: id ?? 0 }, query: { replace } };
    const answer =
      what === "type" ? await api.ticketing.deleteType(given) : await api.ticketing.deleteDisposition(given);
    if (answer.status !== 201) return refuse(answer.body);
    return done(from, url.pathname, answer.body.message, "Deleted");
  }
  const body = { name, ...(id ? { id } : {}) };
  const answer =
    what === "type"
      ? await api.ticketing.saveType({ body })
      : await api.ticketing.saveDisposition({ body: { ...body, ...(parent_id && !id ? { parent_id } : {}) } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, url.pathname, `${answer.body.name} is saved.`, "Saved");
});

type Thing = { id: number; name: string; tickets: number; under?: boolean };

export default function Types() {
  const { types, dispositions } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const flat: Thing[] = dispositions.flatMap(({ items, ...one }) => [
    one,
    ...items.map(({ id, title, tickets }) => ({ id, name: title, tickets, under: true })),
  ]);
  return (
    <>
      <PostResult last={last} />
      <SettingsHead tab="Types" text="Types of tickets, and dispositions for how they end." />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <Things title="Types" what="type" things={types} working={working} />
        <Things
          title="Dispositions"
          what="disposition"
          things={flat}
          working={working}
          parents={dispositions.map(({ id, name }) => ({ value: String(id), label: name }))}
        />
      </div>
    </>
  );
}

type ThingsProps = {
  title: string;
  what: "type" | "disposition";
  things: readonly Thing[];
  working: boolean;
  parents?: readonly { value: string; label: string }[];
};

function Things({ title, what, things, working, parents = [] }: ThingsProps) {
  return (
    <section className="card" aria-label={title}>
      <div className="card-head">
        <h2>{title}</h2>
        <p className="ml-auto text-sm text-quiet">{things.length}</p>
      </div>
      {things.length === 0 && <p className="px-4 py-4 text-quiet">None yet.</p>}
      <ul className="divide-y divide-line">
        {things.map((thing) => (
          <li key={thing.id} className={`flex items-center gap-2 py-2 pr-3 ${thing.under ? "pl-10" : "pl-4"}`}>
            <EditRow
              key={thing.name}
              name={thing.name}
              form={
                <Form method="post" className="flex items-center gap-2">
                  <input type="hidden" name="what" value={what} />
                  <input type="hidden" name="id" value={thing.id} />
                  <input
                    className="input h-8! min-w-0 flex-1"
                    name="name"
                    defaultValue={thing.name}
                    maxLength={100}
                    aria-label={`Name of ${thing.name}`}
                  />
                  <Button name="intent" value="save" working={working}>
                    Rename<span className="sr-only"> {thing.name}</span>
                  </Button>
                </Form>
              }
            >
              <span className="wrap-anywhere">{thing.name}</span>
            </EditRow>
            {what === "disposition" && (
              <LinkButton
                to={href("/ticketing/settings/sla/dispositions/:id", { id: thing.id })}
                variant="ghost"
                icon={UserRoundCog}
                label={`Defaults for ${thing.name}: members, policy, priority, contacts`}
              />
            )}
            <span className="num w-10 text-right text-sm text-quiet" title="Tickets">
              {thing.tickets.toLocaleString("en-KE")}
            </span>
            <Remove
              id={thing.id}
              name={thing.name}
              used={thing.tickets}
              others={things
                .filter((other) => other.id !== thing.id)
                .map(({ id, name }) => ({ value: String(id), label: name }))}
              what={what}
            />
          </li>
        ))}
      </ul>
      <Form key={things.length} method="post" className="flex flex-wrap items-end gap-2 border-t border-line p-4">
        <input type="hidden" name="what" value={what} />
        <div className="min-w-40 flex-1">
          <label className="label" htmlFor={`new-${what}`}>
            New {what}
          </label>
          <input id={`new-${what}`} className="input" name="name" maxLength={100} autoComplete="off" />
        </div>
        {parents.length > 0 && (
          <Select id="parent" name="parent_id" label="Under" choices={parents} empty="Nothing" className="w-40" />
        )}
        <Button size="lg" name="intent" value="save" working={working}>
          Add
        </Button>
      </Form>
    </section>
  );
}

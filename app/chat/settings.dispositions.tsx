// /chat/settings/dispositions - how a chat ended: the dispositions with their items (?edit= opens one, ?delete= asks first)
import { data as answer, type MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Pencil, Plus, Tags, Trash2 } from "lucide-react";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { LinkButton } from "../kit/ui/button";
import { Drawer } from "../kit/ui/drawer";
import { EmptyState } from "../kit/ui/empty-state";
import { TextArea, TextInput } from "../kit/ui/field";
import { FormErrors } from "../kit/ui/form-errors";
import { FormFoot } from "../kit/ui/form-foot";
import { done, expectStatus, page, receive } from "../shell/page.server";
import { AskDelete } from "./ask-delete";
import { readForm } from "./form.server";
import { plural, type RefusedForm, refusalOf, summary } from "./settings.labels";
import { SettingsHead } from "./settings-tabs";

const path = "/chat/settings/dispositions";

export const meta: MetaFunction = () => [{ title: `Chat dispositions - ${brand.name}` }];

type Typed = { id: string; name: string; items: string };

export const loader = page(path, async ({ api, url }) => {
  const { data } = expectStatus(await api.chat.dispositionSettings({}), 200);
  const edit = url.searchParams.get("edit");
  const opened = data.find(({ id }) => String(id) === edit);
  const open: Typed | null = opened
    ? { id: String(opened.id), name: opened.name, items: opened.items.map(({ title }) => title).join("\n") }
    : edit === "new"
      ? { id: "", name: "", items: "" }
      : null;
  return { types: data, open, remove: data.find(({ id }) => String(id) === url.searchParams.get("delete")) ?? null };
});

export const action = receive(path, async ({ api, request, from }) => {
  const form = await readForm(api, request);
  const id = form.number("id");
  const refused = (problem: Parameters<typeof refusalOf>[0], typed?: Typed) =>
    answer<RefusedForm<Typed>>(refusalOf(problem, typed), { status: problem.status === 400 ? 422 : problem.status });
  if (form.value("intent") === "delete") {
    const gone = await api.chat.removeDispositionType({ params: { id: id ?? 0 } });
    return gone.status === 201 ? done(from, href(path), gone.body.message, "Deleted") : refused(gone.body);
  }
  const typed = { id: form.value("id"), name: form.value("name"), items: form.value("items") };
  const items = typed.items.split("\n").flatMap((line) => line.trim() || []);
  const saved = await api.chat.saveDispositionType({ body: { ...(id ? { id } : {}), name: typed.name, items } });
  if (saved.status === 201) return done(from, href(path), saved.body.message, "Saved");
  // One wrong line is named by its place; the form has one field for all of them.
  const { name = [], ...lines } = saved.body.errors ?? {};
  const wrong = Object.entries(lines).map(([at, words]) => {
    const place = /^items\.(\d+)/.exec(at)?.[1];
    return `${place ? `Line ${Number(place) + 1}: ` : ""}${words.join(" ")}`;
  });
  const errors = { ...(name.length > 0 ? { name } : {}), ...(wrong.length > 0 ? { items: wrong } : {}) };
  return refused({ ...saved.body, errors }, typed);
});

export default function Dispositions() {
  const { types, open, remove } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const typed = last?.typed ?? open;
  const add = href(path, undefined, { edit: "new" });
  return (
    <>
      <ActionNotice notice={last?.notice} />
      <SettingsHead
        tab="Dispositions"
        text="How a chat ended. The agent chooses one when it has ended."
        add={types.length > 0 ? { label: "New disposition", to: add } : undefined}
      />
      {remove && (
        <AskDelete id={remove.id} name={remove.name} what="disposition" page={href(path)} working={working}>
          {remove.used === 0
            ? "No conversation uses it. "
            : `${plural(remove.used, "conversation uses it and keeps", "conversations use it and keep")} its name. `}
          Agents can no longer choose it.
        </AskDelete>
      )}
      <section className="card" aria-label="Dispositions">
        {types.length > 0 ? (
          <ul className="divide-y divide-line">
            {types.map(({ id, name, used, items }) => (
              <li key={id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 pr-3 pl-4">
                <div className="min-w-40 flex-1">
                  <p className="font-medium wrap-anywhere">{name}</p>
                  <p className="text-sm text-quiet wrap-anywhere">
                    {items.length > 0 ? items.map(({ title }) => title).join(" · ") : "No items"}
                  </p>
                </div>
                <span className="num text-sm text-quiet">{plural(used, "conversation")}</span>
                <div className="flex items-center">
                  <LinkButton
                    to={href(path, undefined, { edit: id })}
                    variant="ghost"
                    icon={Pencil}
                    label={`Change ${name}`}
                    preventScrollReset
                  />
                  <LinkButton
                    to={href(path, undefined, { delete: id })}
                    variant="ghost"
                    icon={Trash2}
                    label={`Delete ${name}`}
                  />
                </div>
              </li>
            ))}
          </ul>
        ) : (
          <EmptyState
            icon={Tags}
            title="No dispositions"
            text="Agents need at least one to close a chat. Two or three are enough to start with, such as Resolved and To follow up."
            actions={
              <LinkButton to={add} variant="primary" icon={Plus}>
                Add a disposition
              </LinkButton>
            }
          />
        )}
      </section>
      {typed && <DispositionDrawer key={typed.id} typed={typed} errors={last?.errors ?? {}} working={working} />}
    </>
  );
}

type DispositionDrawerProps = { typed: Typed; errors: Record<string, string[]>; working: boolean };

function DispositionDrawer({ typed, errors, working }: DispositionDrawerProps) {
  const close = href(path);
  return (
    <Drawer
      title={typed.id === "" ? "New disposition" : "Change the disposition"}
      close={close}
      foot={
        <FormFoot
          submitLabel="Save the disposition"
          close={close}
          form="disposition"
          name="intent"
          value="save"
          working={working}
        />
      }
    >
      <FormErrors errors={summary(errors)} />
      <Form id="disposition" method="post" action={close} className="grid gap-5">
        <input type="hidden" name="id" value={typed.id} />
        <TextInput
          id="name"
          name="name"
          label="Name"
          maxLength={100}
          defaultValue={typed.name}
          errors={errors.name ?? []}
          autoComplete="off"
        />
        <TextArea
          id="items"
          name="items"
          label="Items, one on each line"
          optional
          rows={8}
          help="What exactly it was, such as Question answered or Order placed. Reports follow the wording of an item."
          defaultValue={typed.items}
          errors={errors.items ?? []}
        />
      </Form>
    </Drawer>
  );
}

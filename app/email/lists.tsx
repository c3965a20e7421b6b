// /email/lists - the lists that bulk emails are sent for, each of which readers can leave by itself
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Archive, Pencil, Plus, RotateCcw } from "lucide-react";
import { z } from "zod";
import { commas } from "../../rules/format";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedId } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { TextInput } from "../kit/ui/field";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { act, done, expectStatus, page } from "../shell/page.server";

const path = "/email/lists";

export const meta = titled("Email lists");

export const loader = page(path, async ({ api, url }) => {
  const lists = expectStatus(await api.email.mailLists({}), 200).data;
  const asked = Number(url.searchParams.get("change"));
  return { lists, changing: lists.find(({ id }) => id === asked) ?? null };
});

const text = z.string().max(500).default("");
const ListsForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("save"), id: typedId, name: text, description: text }),
  z.object({ intent: z.enum(["archive", "restore"]), id: typedId }),
]);

export const action = act(path, ListsForm, async ({ api, value, from, refuse }) => {
  if (value.intent !== "save") {
    const archived = value.intent === "archive";
    const answer = await api.email.archiveMailList({ params: { id: value.id }, body: { archived } });
    if (answer.status !== 201) return refuse(answer.body);
    return done(from, href(path), `${answer.body.name} is ${archived ? "archived" : "in use again"}`);
  }
  const { id, name, description } = value;
  const body = { name, description };
  const answer = id
    ? await api.email.updateMailList({ params: { id }, body })
    : await api.email.createMailList({ body });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href(path), `${answer.body.name} was ${id ? "changed" : "added"}`);
});

export default function EmailLists() {
  const { lists, changing } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const errors = fieldErrors(last);
  const typed = keepTyped(last, { name: changing?.name ?? "", description: changing?.description ?? "" });
  return (
    <>
      <PageHeader
        title="Email lists"
        text="A bulk email can be sent for a list. Readers choose which lists they get, on the page behind the link in each email."
      />
      <PostResult last={last} idOf={(name) => name} />
      <section className="card max-w-[860px]" aria-label="Lists">
        <ul className="divide-y divide-line">
          {lists.map(({ id, name, description, archived_at, suppressed }) => (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1 px-4 py-2">
              <span className="min-w-0 flex-1 basis-48 wrap-anywhere">
                <b className="font-medium">{name}</b>
                {archived_at && (
                  <span className="ml-2">
                    <Status kind="none">Archived</Status>
                  </span>
                )}
                {description && <span className="block text-sm text-quiet">{description}</span>}
              </span>
              <Link className="link num text-sm" to={href("/email/suppressions", undefined, { list: id })}>
                {commas(suppressed)} left it
              </Link>
              <span className="flex gap-2">
                <LinkButton to={href(path, undefined, { change: id })} icon={Pencil}>
                  Change<span className="sr-only"> {name}</span>
                </LinkButton>
                <Form method="post">
                  <input type="hidden" name="id" value={id} />
                  <Button
                    name="intent"
                    value={archived_at ? "restore" : "archive"}
                    icon={archived_at ? RotateCcw : Archive}
                  >
                    {archived_at ? "Use again" : "Archive"}
                    <span className="sr-only"> {name}</span>
                  </Button>
                </Form>
              </span>
            </li>
          ))}
          {lists.length === 0 && (
            <li className="px-4 py-3 text-sm text-quiet">
              No list yet. Without lists, the link in an email ends all your emails to its reader.
            </li>
          )}
        </ul>
        <Form method="post" key={changing?.id ?? 0} className="grid gap-4 border-t border-line p-4 md:grid-cols-2">
          <h2 className="font-semibold md:col-span-2">{changing ? `Change ${changing.name}` : "Add a list"}</h2>
          {changing && <input type="hidden" name="id" value={changing.id} />}
          <TextInput
            id="name"
            name="name"
            label="Name"
            defaultValue={typed.name}
            maxLength={60}
            required
            help="Such as Offers or News."
            errors={errors.name ?? []}
            autoComplete="off"
          />
          <TextInput
            id="description"
            name="description"
            label="Description"
            optional
            defaultValue={typed.description}
            maxLength={200}
            help="Readers see it where they choose."
            errors={errors.description ?? []}
            autoComplete="off"
          />
          <div className="flex flex-wrap gap-2 md:col-span-2">
            <Button
              variant="primary"
              name="intent"
              value="save"
              {...(changing ? {} : { icon: Plus })}
              working={working}
            >
              {changing ? "Save" : "Add the list"}
            </Button>
            {changing && <LinkButton to={href(path)}>Cancel</LinkButton>}
          </div>
        </Form>
      </section>
      <p className="mt-3 max-w-[860px] text-sm text-quiet">
        An archived list can't be chosen for new emails. Those that are scheduled for it are still sent, and people who
        left it stay out.
      </p>
    </>
  );
}

// /settings/data-protection/new - whose data, what there is of it, and the last question (?kind=&contact=)
import { redirect } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { PersonForm, requestKinds } from "../../services/identity/contract.privacy";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { titled } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { act, expectStatus, page } from "../shell/page.server";
import { FoundTable } from "./privacy/found";

const path = "/settings/data-protection/new";

export const meta = titled("One person's data");

export const loader = page(path, async ({ api, url }) => {
  const kind = requestKinds.find((known) => known === url.searchParams.get("kind")) ?? "export";
  const contact = (url.searchParams.get("contact") ?? "").trim().slice(0, 254);
  if (!url.searchParams.has("contact")) return { kind, contact, found: null, error: "" };
  const answer = await api.identity.findPerson({ query: { contact } });
  if (answer.status === 422)
    return { kind, contact, found: null, error: answer.body.errors?.contact?.[0] ?? answer.body.message };
  return { kind, contact, found: expectStatus(answer, 200), error: "" };
});

export const action = act(path, PersonForm, async ({ api, value, refuse }) => {
  const answer = await api.identity.requestPerson({ body: value });
  if (answer.status !== 201) return refuse(answer.body);
  return redirect(href("/settings/data-protection/:id", { id: answer.body.id }));
});

const words = {
  export: {
    title: "Export a person's data",
    text: "Everything this account has about one person, in one archive.",
    button: "Create archive",
  },
  erasure: {
    title: "Erase a person's data",
    text: "What must be kept is made anonymous. This cannot be undone.",
    button: "Erase permanently",
  },
} as const;

export default function NewRequest() {
  const { kind, contact, found, error } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const { title, text, button } = words[kind];
  const back = href("/settings/data-protection");
  const confirm = last?.reply.error?.confirm ?? [];
  return (
    <>
      <PageHeader title={title} text={text} back={{ label: "Data protection", to: back }} />
      <ActionNotice notice={formNotice(last)} />
      <div className="grid max-w-[720px] gap-4">
        <Card padded label="Whose" className="md:p-5!">
          <Form method="get" className="grid gap-5">
            <input type="hidden" name="kind" value={kind} />
            <TextInput
              id="contact"
              name="contact"
              label="Phone number or email address"
              defaultValue={contact}
              key={contact}
              errors={error ? [error] : []}
              help="Such as 0722 000 001 or asha@example.com."
              autoComplete="off"
              required
            />
            <div>
              <Button size="lg" variant={found ? "secondary" : "primary"} working={working}>
                Find
              </Button>
            </div>
          </Form>
        </Card>
        {found && (
          <Card label="Data found">
            <CardHead title={`Data about ${found.contact}`} />
            {found.data.length > 0 ? (
              <FoundTable rows={found.data} outcomes={kind === "erasure"} />
            ) : (
              <p className="p-4">Nothing: this account has no data about this person.</p>
            )}
            <Form method="post" className="grid gap-5 border-t border-line p-4 md:p-5">
              <input type="hidden" name="kind" value={kind} />
              <input type="hidden" name="contact" value={found.contact} />
              {kind === "erasure" && (
                <TextInput
                  id="confirm"
                  name="confirm"
                  label={`To confirm, enter ${found.contact}`}
                  errors={confirm}
                  defaultValue={String(last?.reply.initialValue?.confirm ?? "")}
                  autoComplete="off"
                  required
                />
              )}
              <div className="flex flex-wrap gap-2">
                <Button variant={kind === "erasure" ? "danger" : "primary"} size="lg" working={working}>
                  {button}
                </Button>
                <LinkButton to={back} size="lg" variant="ghost">
                  Cancel
                </LinkButton>
              </div>
            </Form>
          </Card>
        )}
      </div>
    </>
  );
}

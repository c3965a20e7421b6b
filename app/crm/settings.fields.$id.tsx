// /crm/settings/fields/:id - changing a custom field, and taking it out of the forms (drawer)
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Archive, ArchiveRestore, Trash2 } from "lucide-react";
import { kindWords } from "../../rules/crm";
import { href } from "../href";
import { Button, LinkButton } from "../kit/ui/button";
import { act, done, page } from "../shell/page.server";
import { loadField } from "./fields/field.server";
import { FieldDrawer } from "./fields/field-drawer";
import { atChoices, FieldChangeForm, fieldChange } from "./fields/field-form";

const path = "/crm/settings/fields/:id";

export const loader = page(path, async ({ api, params }) => ({ field: await loadField(api, params.id) }));

export const action = act(path, FieldChangeForm, async ({ api, params, value, refuse, from }) => {
  const id = Number(params.id) || 0;
  if (value.intent !== "save") {
    const archived = value.intent === "archive";
    const answer = await api.crm.archiveCustomField({ params: { id }, body: { archived } });
    if (answer.status !== 201) return refuse(answer.body);
    const words = archived ? `${answer.body.name} is archived.` : `${answer.body.name} is in the forms again.`;
    return done(from, href("/crm/settings/fields", undefined, { kind: answer.body.kind }), words, "Saved");
  }
  const answer = await api.crm.updateCustomField({ params: { id }, body: fieldChange(value) });
  if (answer.status !== 201) return refuse({ ...answer.body, errors: atChoices(answer.body.errors) });
  return done(from, href("/crm/settings/fields", undefined, { kind: answer.body.kind }), "Field saved");
});

export default function ChangeField() {
  const { field } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const many = kindWords[field.kind][1];
  return (
    <FieldDrawer
      key={field.id}
      kind={field.kind}
      title={field.name}
      submitLabel="Save the field"
      field={field}
      last={last}
    >
      <div className="mt-6 grid gap-3 border-t border-line pt-5">
        <p className="text-sm text-quiet">
          {field.archived
            ? "It is archived: in no form, list or import. Stages and lead forms do not ask for it, and score rules about it give no points. Its values are kept."
            : field.used
              ? `Some ${many} have a value in it, so it can be archived and not deleted. The values are kept.`
              : `No ${kindWords[field.kind][0]} has a value in it yet.`}
        </p>
        <div className="flex flex-wrap gap-2">
          <Form method="post">
            <Button
              name="intent"
              value={field.archived ? "restore" : "archive"}
              icon={field.archived ? ArchiveRestore : Archive}
              working={working}
            >
              {field.archived ? "Restore the field" : "Archive the field"}
            </Button>
          </Form>
          {!field.used && (
            <LinkButton to={href("/crm/settings/fields/:id/delete", { id: field.id })} variant="ghost" icon={Trash2}>
              Delete the field
            </LinkButton>
          )}
        </div>
      </div>
    </FieldDrawer>
  );
}

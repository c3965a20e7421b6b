// /crm/settings/fields/:id/delete - the last step before a custom field goes that no record uses
import { useActionData, useLoaderData } from "@remix-run/react";
import { kindWords } from "../../rules/crm";
import { fieldTypeNames } from "../../rules/crm-fields";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadField } from "./fields/field.server";

const path = "/crm/settings/fields/:id/delete";

export const meta = titled("Delete a field");

export const loader = page(path, ({ api, params }) => loadField(api, params.id));

export const action = deleteAction(
  path,
  ({ api, params }) => api.crm.deleteCustomField({ params: { id: Number(params.id) || 0 } }),
  ({ message }) => ({ to: href("/crm/settings/fields"), message, title: "Deleted" }),
);

export default function DeleteField() {
  const { id, kind, name, type, used } = useLoaderData<typeof loader>();
  const many = kindWords[kind][1];
  return (
    <DeleteConfirm
      title={`Delete ${name}?`}
      text={`The field goes from forms, lists and imports of ${many}. Stages and lead forms that ask for it do not any more, and score rules about it are deleted.`}
      facts={[
        { label: "Type", value: fieldTypeNames[type] },
        { label: "Values", value: used ? `Some ${many} have one` : "None" },
      ]}
      submitLabel="Delete the field"
      disabledReason={used ? `Some ${many} have a value in it. Archive it instead.` : undefined}
      back={{ label: "Field", to: href("/crm/settings/fields/:id", { id }, { kind }) }}
      last={useActionData<typeof action>()}
    />
  );
}

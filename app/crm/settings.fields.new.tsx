// /crm/settings/fields/new - a new custom field (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { kindWords } from "../../rules/crm";
import { href } from "../href";
import { act, done, page } from "../shell/page.server";
import { FieldDrawer } from "./fields/field-drawer";
import { atChoices, fieldKind, NewFieldForm, newChoices } from "./fields/field-form";

const path = "/crm/settings/fields/new";

export const loader = page(path, async ({ url }) => ({ kind: fieldKind(url) }));

export const action = act(path, NewFieldForm, async ({ api, url, value: { choices, ...form }, refuse, from }) => {
  const kind = fieldKind(url);
  const isChoice = form.type === "choice" || form.type === "choices";
  const body = { ...form, kind, choices: isChoice ? newChoices(choices) : [] };
  const answer = await api.crm.createCustomField({ body });
  if (answer.status !== 201) return refuse({ ...answer.body, errors: atChoices(answer.body.errors) });
  return done(from, href("/crm/settings/fields", undefined, { kind }), "Field added");
});

export default function NewField() {
  const { kind } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <FieldDrawer kind={kind} title={`New field of ${kindWords[kind][1]}`} submitLabel="Add the field" last={last} />
  );
}

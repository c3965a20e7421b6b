// /chat/settings/prechat/:name - a question of the form, or a new one (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "../shell/page.server";
import { FieldDrawer } from "./settings/field-drawer";
import { fieldAction, loadField } from "./settings/form-builder.server";

const path = "/chat/settings/prechat/:name";

export const loader = page(path, (given) => loadField(given, "prechat"));

export const action = fieldAction(path, "prechat");

export default function PrechatQuestion() {
  const { held } = useLoaderData<typeof loader>();
  return <FieldDrawer key={held.name} held={held} form="prechat" last={useActionData<typeof action>()} />;
}

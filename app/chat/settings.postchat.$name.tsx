// /chat/settings/postchat/:name - a question of the form, or a new one (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { page } from "../shell/page.server";
import { FieldDrawer } from "./settings/field-drawer";
import { fieldAction, loadField } from "./settings/form-builder.server";

const path = "/chat/settings/postchat/:name";

export const loader = page(path, (given) => loadField(given, "postchat"));

export const action = fieldAction(path, "postchat");

export default function PostchatQuestion() {
  const { held } = useLoaderData<typeof loader>();
  return <FieldDrawer key={held.name} held={held} form="postchat" last={useActionData<typeof action>()} />;
}

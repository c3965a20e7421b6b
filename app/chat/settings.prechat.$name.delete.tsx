// /chat/settings/prechat/:name/delete - the last step before a question of the form goes
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadRemoval, removalAction } from "./settings/form-builder.server";
import { RemoveField } from "./settings/remove-field";

const path = "/chat/settings/prechat/:name/delete";

export const meta = titled("Remove a question");

export const loader = page(path, (given) => loadRemoval(given, "prechat"));

export const action = removalAction(path, "prechat");

export default function RemovePrechatQuestion() {
  const { field } = useLoaderData<typeof loader>();
  return <RemoveField field={field} form="prechat" last={useActionData<typeof action>()} />;
}

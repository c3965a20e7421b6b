// /chat/settings/postchat/:name/delete - the last step before a question of the form goes
import { useActionData, useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadRemoval, removalAction } from "./settings/form-builder.server";
import { RemoveField } from "./settings/remove-field";

const path = "/chat/settings/postchat/:name/delete";

export const meta = titled("Remove a question");

export const loader = page(path, (given) => loadRemoval(given, "postchat"));

export const action = removalAction(path, "postchat");

export default function RemovePostchatQuestion() {
  const { field } = useLoaderData<typeof loader>();
  return <RemoveField field={field} form="postchat" last={useActionData<typeof action>()} />;
}

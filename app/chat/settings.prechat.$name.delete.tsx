// /chat/settings/prechat/:name/delete - the last step before a question of the form goes
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { brand } from "../brand";
import { page } from "../shell/page.server";
import { loadRemoval, removalAction } from "./form-builder.server";
import { RemoveField } from "./remove-field";

const path = "/chat/settings/prechat/:name/delete";

export const meta: MetaFunction = () => [{ title: `Remove a question - ${brand.name}` }];

export const loader = page(path, (given) => loadRemoval(given, "prechat"));

export const action = removalAction(path, "prechat");

export default function RemovePrechatQuestion() {
  const { field } = useLoaderData<typeof loader>();
  return <RemoveField field={field} form="prechat" last={useActionData<typeof action>()} />;
}

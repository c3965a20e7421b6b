// /settings/users/:id - on to the details of a person
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";
import { loadPerson } from "./people/users.server";

export const loader = page("/settings/users/:id", async ({ api, params }) => {
  const { id } = await loadPerson(api, params.id);
  return redirect(href("/settings/users/:id/details", { id }));
});

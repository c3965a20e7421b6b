// /settings/users/:id - on to the details of a person
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";
import { personOf } from "./users.server";

export const loader = page("/settings/users/:id", async ({ ask, params }) => {
  const { id } = await personOf(ask, params.id);
  return redirect(href("/settings/users/:id/details", { id }));
});

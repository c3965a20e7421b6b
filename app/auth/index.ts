// /auth - group prefix only: on to the sign-in page
import { redirect } from "@remix-run/node";
import { href } from "../href";

export function loader() {
  return redirect(href("/login"));
}

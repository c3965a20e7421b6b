// /issues/controller - internal in the specification (Q006): leads to the list
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/issues/controller", async () => redirect(href("/issues")));

// /setup/survey - another name of /setup/surveys (both are documented)
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/setup/survey", async () => redirect(href("/setup/surveys")));

// /sms/settings - on to the sender IDs
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/sms/settings", async ({ url }) =>
  redirect(`${href("/sms/settings/sender")}${url.search}`),
);

// /jibu/voice/settings - leads to the settings of calls
import { redirect } from "@remix-run/node";
import { href } from "../href";
import { page } from "../shell/page.server";

export const loader = page("/jibu/voice/settings", async () => redirect(href("/voice/settings")));

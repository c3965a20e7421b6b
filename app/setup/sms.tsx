// /setup/sms - SMS: what it needs to work
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadSetup } from "./product/setup.server";
import { SetupPage } from "./product/setup-page";

export const meta = titled("Set up SMS");

export const loader = page("/setup/sms", (given) => loadSetup(given, "SMS"));

export default function SetupSms() {
  return <SetupPage {...useLoaderData<typeof loader>()} />;
}

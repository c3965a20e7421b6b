// /setup/sms - SMS: what it needs to work
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { page } from "../shell/page.server";
import { loadSetup } from "./setup.server";
import { SetupPage } from "./setup-page";

export const meta: MetaFunction = () => [{ title: `Set up SMS - ${brand.name}` }];

export const loader = page("/setup/sms", (given) => loadSetup(given, "SMS"));

export default function SetupSms() {
  return <SetupPage {...useLoaderData<typeof loader>()} />;
}

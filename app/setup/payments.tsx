// /setup/payments - payments: what they need to work
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadSetup } from "./product/setup.server";
import { SetupPage } from "./product/setup-page";

export const meta = titled("Set up Payments");

export const loader = page("/setup/payments", (given) => loadSetup(given, "Payments"));

export default function SetupPayments() {
  return <SetupPage {...useLoaderData<typeof loader>()} />;
}

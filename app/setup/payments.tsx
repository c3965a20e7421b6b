// /setup/payments - payments: what they need to work
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { page } from "../shell/page.server";
import { loadSetup } from "./setup.server";
import { SetupPage } from "./setup-page";

export const meta: MetaFunction = () => [{ title: `Set up Payments - ${brand.name}` }];

export const loader = page("/setup/payments", (given) => loadSetup(given, "Payments"));

export default function SetupPayments() {
  return <SetupPage {...useLoaderData<typeof loader>()} />;
}

// /setup/airtime - airtime: what it needs to work
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { page } from "../shell/page.server";
import { loadSetup } from "./setup.server";
import { SetupPage } from "./setup-page";

export const meta: MetaFunction = () => [{ title: `Set up Airtime - ${brand.name}` }];

export const loader = page("/setup/airtime", (given) => loadSetup(given, "Airtime"));

export default function SetupAirtime() {
  return <SetupPage {...useLoaderData<typeof loader>()} />;
}

// /setup/airtime - airtime: what it needs to work
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadSetup } from "./product/setup.server";
import { SetupPage } from "./product/setup-page";

export const meta = titled("Set up Airtime");

export const loader = page("/setup/airtime", (given) => loadSetup(given, "Airtime"));

export default function SetupAirtime() {
  return <SetupPage {...useLoaderData<typeof loader>()} />;
}

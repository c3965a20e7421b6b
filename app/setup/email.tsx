// /setup/email - e-mail: what it needs to work
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadSetup } from "./product/setup.server";
import { SetupPage } from "./product/setup-page";

export const meta = titled("Set up Email");

export const loader = page("/setup/email", (given) => loadSetup(given, "Email"));

export default function SetupEmail() {
  return <SetupPage {...useLoaderData<typeof loader>()} />;
}

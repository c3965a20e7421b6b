// /setup/voice - the call centre: what it needs to work
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadSetup } from "./product/setup.server";
import { SetupPage } from "./product/setup-page";

export const meta = titled("Set up Voice");

export const loader = page("/setup/voice", (given) => loadSetup(given, "Voice"));

export default function SetupVoice() {
  return <SetupPage {...useLoaderData<typeof loader>()} />;
}

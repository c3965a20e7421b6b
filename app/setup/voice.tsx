// /setup/voice - the call centre: what it needs to work
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { page } from "../shell/page.server";
import { loadSetup } from "./setup.server";
import { SetupPage } from "./setup-page";

export const meta: MetaFunction = () => [{ title: `Set up Voice - ${brand.name}` }];

export const loader = page("/setup/voice", (given) => loadSetup(given, "Voice"));

export default function SetupVoice() {
  return <SetupPage {...useLoaderData<typeof loader>()} />;
}

// /setup/whatsapp - WhatsApp: what it needs to work
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadSetup } from "./product/setup.server";
import { SetupPage } from "./product/setup-page";

export const meta = titled("Set up WhatsApp");

export const loader = page("/setup/whatsapp", (given) => loadSetup(given, "Whatsapp"));

export default function SetupWhatsapp() {
  return <SetupPage {...useLoaderData<typeof loader>()} />;
}

// /setup/whatsapp - WhatsApp: what it needs to work
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { page } from "../shell/page.server";
import { loadSetup } from "./setup.server";
import { SetupPage } from "./setup-page";

export const meta: MetaFunction = () => [{ title: `Set up WhatsApp - ${brand.name}` }];

export const loader = page("/setup/whatsapp", (given) => loadSetup(given, "Whatsapp"));

export default function SetupWhatsapp() {
  return <SetupPage {...useLoaderData<typeof loader>()} />;
}

// /setup/email - e-mail: what it needs to work
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { page } from "../shell/page.server";
import { loadSetup } from "./setup.server";
import { SetupPage } from "./setup-page";

export const meta: MetaFunction = () => [{ title: `Set up Email - ${brand.name}` }];

export const loader = page("/setup/email", (given) => loadSetup(given, "Email"));

export default function SetupEmail() {
  return <SetupPage {...useLoaderData<typeof loader>()} />;
}

// /setup/surveys - surveys: what they need to work
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { page } from "../shell/page.server";
import { loadSetup } from "./setup.server";
import { SetupPage } from "./setup-page";

export const meta: MetaFunction = () => [{ title: `Set up Surveys - ${brand.name}` }];

export const loader = page("/setup/surveys", (given) => loadSetup(given, "Surveys"));

export default function SetupSurveys() {
  return <SetupPage {...useLoaderData<typeof loader>()} />;
}

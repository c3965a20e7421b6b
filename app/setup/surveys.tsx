// /setup/surveys - surveys: what they need to work
import { useLoaderData } from "@remix-run/react";
import { titled } from "../kit/title";
import { page } from "../shell/page.server";
import { loadSetup } from "./product/setup.server";
import { SetupPage } from "./product/setup-page";

export const meta = titled("Set up Surveys");

export const loader = page("/setup/surveys", (given) => loadSetup(given, "Surveys"));

export default function SetupSurveys() {
  return <SetupPage {...useLoaderData<typeof loader>()} />;
}

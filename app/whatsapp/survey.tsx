// /whatsapp/survey - runs of surveys on WhatsApp
import { useLoaderData } from "@remix-run/react";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { noRuns } from "../kit/survey-runs/no-runs";
import { titled } from "../kit/title";
import { whatsappRuns } from "./survey.list";

export const meta = titled("Surveys on WhatsApp");

export const loader = listLoader("/whatsapp/survey", whatsappRuns);

export default function WhatsappSurveys() {
  return (
    <ListPage
      list={whatsappRuns}
      found={useLoaderData<typeof loader>()}
      text="Surveys that people of a contact group are asked on WhatsApp."
      empty={noRuns("Nothing was sent on WhatsApp yet")}
    />
  );
}

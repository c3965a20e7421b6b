// /survey - the account's surveys
import { Outlet, useLoaderData } from "@remix-run/react";
import { ClipboardList, Plus } from "lucide-react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { surveys } from "./index.list";
import { SurveyTabs } from "./runs/survey-tabs";

export const meta = titled("Surveys");

export const loader = listLoader("/survey", surveys);

export default function Surveys() {
  const found = useLoaderData<typeof loader>();
  const add = (
    <LinkButton to={href("/survey/new")} variant="primary" icon={Plus} preventScrollReset>
      New survey
    </LinkButton>
  );
  return (
    <>
      <ListPage
        list={surveys}
        found={found}
        text="Ask customers questions and see what they answer."
        actions={found.rows.total > 0 || found.search.status || found.search.q ? add : undefined}
        empty={{
          icon: ClipboardList,
          title: "No surveys yet",
          text: "Write the questions, publish the survey and share its link.",
          actions: add,
        }}
      >
        <SurveyTabs current="surveys" />
      </ListPage>
      <Outlet />
    </>
  );
}

// /user/activities - who did what, when and from where (Q041)
import { useLoaderData } from "@remix-run/react";
import { History } from "lucide-react";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { activities } from "./activities.list";

export const meta = titled("Activities");

export const loader = listLoader("/user/activities", activities);

export default function Activities() {
  return (
    <ListPage
      list={activities}
      found={useLoaderData<typeof loader>()}
      text="Every change of money, people, settings and messages: who, what, when and from where."
      empty={{
        icon: History,
        title: "No activity yet",
        text: "Changes to money, people, settings and messages are recorded here.",
      }}
      filtered={{
        title: "Nothing matches these filters",
        text: "No activity matches these filters. Remove a filter to see more.",
      }}
    />
  );
}

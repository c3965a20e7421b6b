// /chat/team - who answers chats: status, channels and limits
import { Outlet, useLoaderData, useLocation } from "@remix-run/react";
import { href } from "../href";
import { listLoader } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { useEventRevalidate } from "../shell/live";
import { useNow } from "./inbox/use-now";
import { TeamTabs } from "./team/team-tabs";
import { team } from "./team.list";

export const meta = titled("Chat team");

export const loader = listLoader("/chat/team", team);

export default function Team() {
  const found = useLoaderData<typeof loader>();
  const { search } = useLocation();
  const now = useNow(found.rows.at);
  useEventRevalidate(["chat.participant"]);
  const people = <LinkButton to={href("/settings/users")}>Manage people</LinkButton>;
  return (
    <>
      <ListPage
        list={team}
        found={{ ...found, facts: { ...found.facts, now: now * 1000 } }}
        text='Anyone whose role has "View chat inbox" is listed here.'
        actions={
          <>
            <LinkButton to={`${href("/chat/team")}${search}`}>Refresh</LinkButton>
            {people}
          </>
        }
        empty={{
          title: "No chat agents yet",
          text: "Give people a role that has the permission View chat inbox.",
          actions: people,
        }}
        filtered={{ title: "No one matches", text: "Try another name." }}
      >
        <TeamTabs current="members" waiting={found.rows.waiting} />
      </ListPage>
      <Outlet />
    </>
  );
}

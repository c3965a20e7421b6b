// /chat/team/teams - the teams that conversations are given to, one set for all channels
import { Outlet, useLoaderData } from "@remix-run/react";
import { Plus, Users } from "lucide-react";
import { mayOpen } from "../access";
import { href } from "../href";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { TeamTabs } from "./team/team-tabs";
import { teams } from "./team.teams.list";

export const meta = titled("Chat teams");

export const loader = page("/chat/team/teams", async (given) => ({
  ...(await loadList(teams, given)),
  leads: mayOpen(given.viewer, routeFor("/chat/team")),
}));

export default function ChatTeams() {
  const { leads, ...found } = useLoaderData<typeof loader>();
  const add = found.facts.mayChange && (
    <LinkButton to={href("/chat/team/teams/:id", { id: "new" })} variant="primary" icon={Plus} preventScrollReset>
      New team
    </LinkButton>
  );
  return (
    <>
      <ListPage
        list={teams}
        found={found}
        text="A conversation that is given to a team waits for its members. These are the teams of the account."
        actions={add}
        empty={{
          icon: Users,
          title: "No teams yet",
          text: "With teams a conversation goes to the people who can answer it.",
          actions: add,
        }}
        filtered={{ title: "No team matches", text: "Try another name." }}
      >
        {leads && <TeamTabs current="teams" waiting={0} />}
      </ListPage>
      <Outlet />
    </>
  );
}

// /chat/team/teams.csv - the teams of that list
import { exported } from "../kit/lists/export.server";
import { teams } from "./team.teams.list";

export const loader = exported("/chat/team/teams.csv", teams);

// /chat/team.csv - the agents of that search
import { exported } from "../kit/lists/export.server";
import { team } from "./team.list";

export const loader = exported("/chat/team.csv", team);

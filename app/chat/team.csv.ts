// /chat/team.csv - the agents of that search
import { csv } from "../kit/csv.server";
import { team } from "./team/team.list";

export const loader = csv("/chat/team.csv", team);

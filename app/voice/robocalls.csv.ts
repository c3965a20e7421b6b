// /voice/robocalls.csv - the robocalls of that search
import { exported } from "../kit/lists/export.server";
import { robocalls } from "./robocalls.list";

export const loader = exported("/voice/robocalls.csv", robocalls);

// /voice/robocalls/:id/calls.csv - what became of the numbers of a robocall
import { exported } from "../kit/lists/export.server";
import { robocallTargets } from "./robocalls.$id.calls.list";

export const loader = exported("/voice/robocalls/:id/calls.csv", robocallTargets);

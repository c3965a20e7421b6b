// /voice/dispositions.csv - the calls of that search with their dispositions
import { exported } from "../kit/lists/export.server";
import { dispositionList } from "./dispositions.list";

export const loader = exported("/voice/dispositions.csv", dispositionList);

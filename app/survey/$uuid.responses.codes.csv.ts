// /survey/:uuid/responses/codes.csv - the responses of that search with codes, for programs for statistics
import { exported } from "../kit/lists/export.server";
import { codedResponses } from "./results/coded-responses";

export const loader = exported("/survey/:uuid/responses/codes.csv", codedResponses);

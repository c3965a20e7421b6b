// /survey/:uuid/responses.csv - the responses of that search, a column for each question
import { exported } from "../kit/lists/export.server";
import { responses } from "./$uuid.responses.list";

export const loader = exported("/survey/:uuid/responses.csv", responses);

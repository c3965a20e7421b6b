// /settings/api.csv - the account's API keys
import { exported } from "../kit/lists/export.server";
import { apiKeys } from "./api.list";

export const loader = exported("/settings/api.csv", apiKeys);

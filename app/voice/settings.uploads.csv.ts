// /voice/settings/uploads.csv - the lists of numbers to call as a file
import { exported } from "../kit/lists/export.server";
import { uploadList } from "./settings.uploads.list";

export const loader = exported("/voice/settings/uploads.csv", uploadList);

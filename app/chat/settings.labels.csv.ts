// /chat/settings/labels.csv - the labels of that list
import { exported } from "../kit/lists/export.server";
import { labels } from "./settings.labels.list";

export const loader = exported("/chat/settings/labels.csv", labels);

// /survey_old/configure/:id/contact-base.csv - the people of a run of an old survey
import { exported } from "../kit/lists/export.server";
import { oldContactBase } from "./configure.$id.contact-base.list";

export const loader = exported("/survey_old/configure/:id/contact-base.csv", oldContactBase);

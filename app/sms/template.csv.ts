// /sms/template.csv - the SMS templates of that search
import { exported } from "../kit/lists/export.server";
import { smsTemplates } from "./templates/sms-templates.list";

export const loader = exported("/sms/template.csv", smsTemplates);

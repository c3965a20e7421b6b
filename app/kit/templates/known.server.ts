import type { ServiceClients } from "../../../services/modules";
import { mayOpen, type Viewer } from "../../access";
import type {} from "../../shell/context.server";
import { routeFor } from "../../sitemap";
import { fieldsOnOffer } from "./counter";
import type { TemplateUse } from "./use";

/** Merge fields of the account's groups; who may not read groups still has those that every contact has. */
export async function knownFields(api: ServiceClients): Promise<string[]> {
  const groups = await api.messaging.allGroups({ query: { type: "sms,email" } });
  return fieldsOnOffer(groups.status === 200 ? groups.body.data : []);
}

/** The page where the viewer may send a template from, if there is one. */
export function templateUse(viewer: Viewer): TemplateUse {
  return (["/sms/bulk", "/sms/send"] as const).find((path) => mayOpen(viewer, routeFor(path)));
}

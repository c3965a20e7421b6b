import type { PointKind } from "../../../rules/contact-points";
import type { Problem } from "../../../services/kit/contract";
import { mayOpen, type Viewer } from "../../access";
import type { Admitted } from "../../shell/page.server";
import { type Path, routeFor } from "../../sitemap";

/** Whether the viewer may end messages to numbers, and to addresses. */
export function mayStop(viewer: Viewer): Record<PointKind, boolean> {
  return {
    phone: mayOpen(viewer, routeFor("/contacts/blacklist/new")),
    email: mayOpen(viewer, routeFor("/email/suppressions/new")),
  };
}

const reason = "Entered on the page of a lead or contact";

/** Ends messages to a number or an address; undefined when that is done. */
export async function stopMessages(
  { messaging, email }: Admitted<Path>["api"],
  contact: string,
): Promise<Problem | undefined> {
  const answer = contact.includes("@")
    ? await email.addSuppressions({ body: { addresses: contact, reason } })
    : await messaging.addToBlacklist({ body: { phones: contact, reason } });
  if (answer.status !== 201) return answer.body as Problem;
  return undefined;
}

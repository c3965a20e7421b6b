import type { InvitationReply } from "../../../rules/invitation-answers";
import type { crm } from "../../crm/contract";
import type { Client } from "../../kit/client";
import { RetryLater, type Taking } from "../taking";

/** Who knows the invitations that were sent. */
export type InvitationUpstream = Pick<Client<typeof crm.calls>, "answerInvitation">;

/**
 * Gives a customer's answer to an invitation to the CRM. Answers whether it is one to an invitation of ours that still
 * holds: everything else is a mail like others. @throws RetryLater when the CRM is away
 */
export async function takeInvitationAnswer(
  { deps, account }: Taking,
  reply: InvitationReply,
  from: string,
): Promise<boolean> {
  // Who is invited answers for themselves.
  if (reply.attendee !== from) return false;
  const answer = await deps.clientsOfAccount(account).crm.answerInvitation({ body: reply });
  if (answer.status === 200) return answer.body.taken;
  if (answer.status >= 500) throw new RetryLater(answer.body.message);
  return false;
}

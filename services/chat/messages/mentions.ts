import { findMentions, type Mention, mentionFault } from "../../../rules/mentions";
import { loadMembers } from "../agents/sync";
import { agentChoices } from "../records/teams";
import { ConflictError } from "../workspace/conflict";
import type { CallerContext, ChatContext } from "../workspace/context";

const inbox = "the inbox";

/**
 * Who is mentioned in a private note. Who may answer is known here; anyone else is asked of identity, so that a colleague
 * who can't open the inbox is named instead of passed over. @throws ConflictError 406
 */
export async function findMentioned(
  { read, deps }: ChatContext,
  { account }: CallerContext,
  text: string,
): Promise<Mention[]> {
  if (!text.includes("@")) return [];
  const agents = await read(account, (trx) => agentChoices(trx, account));
  let found = findMentions(
    text,
    agents.map(({ participant_id: id, name, email }) => ({ id, name, email })),
  );
  const members = found.unknown ? await loadMembers(deps.clientsOfAccount(account), account) : undefined;
  if (members)
    found = findMentions(
      text,
      members.map(({ answers, ...member }) => ({ ...member, barred: !answers })),
    );
  const fault = mentionFault(found, inbox);
  if (fault) throw new ConflictError(406, fault);
  return found.mentions;
}

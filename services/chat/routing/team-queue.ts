import { sql } from "kysely";
import { HttpError } from "../../kit/serve";
import type { Contact } from "../contract.schemas";
import { remember, tellContact } from "../records/contact-events";
import { mustHave, mustLock, shownContact } from "../records/contacts";
import { findTeam } from "../records/teams";
import { ConflictError } from "../workspace/conflict";
import { lockAccount } from "../workspace/seed";
import type { UnitOfWork } from "../workspace/unit-of-work";
import { assignWaiting } from "./assign-waiting";
import { requeue } from "./moves";
import { wantSkill } from "./skill-queue";

/**
 * Gives a conversation to a team: from now on it waits for its members, and whoever has it has it no more. The account's
 * routing gives it to one of them, who is its agent as of any other. Given to the same team twice is given once.
 * @param skill that the member must have @throws HttpError 404 for the conversation, 422 for the team; ConflictError 406 when it has ended, or the team does not
 * take conversations of its channel
 */
export async function giveToTeam(unit: UnitOfWork, id: number, team: number, skill?: number): Promise<Contact> {
  const { trx, account, now, by } = unit;
  await lockAccount(unit);
  const found = await mustLock(unit, id);
  if (found.ended) throw new ConflictError(406, "This conversation has ended.");
  const to = await findTeam(trx, account, team);
  if (!to) throw new HttpError(422, "Please correct the marked fields.", { team_id: ["Choose a team."] });
  if (to.channels.length > 0 && !to.channels.includes(found.channel))
    throw new ConflictError(406, `${to.name} does not take conversations of this channel. Choose another team.`);
  if (skill === undefined && !found.opened && found.team_id === team && found.team_opened_at === null)
    return shownContact(found);
  const words = `${by.name} gave it to the team ${to.name}`;
  if (found.opened) await requeue(unit, id, words, true);
  else await remember(unit, id, "queued", words);
  await sql`
    update chat.contacts set team_id = ${team}, team_given_at = ${now}, team_taken_at = null, team_opened_at = null,
      waiting_since = coalesce(waiting_since, ${now}::timestamptz), preferred_agent = null, updated_at = ${now}
    where customer_account = ${account} and contact_id = ${id}`.execute(trx);
  if (skill !== undefined) await wantSkill(unit, id, skill);
  await tellContact(unit, id, "queued");
  await assignWaiting(unit);
  return shownContact(await mustHave(trx, account, id));
}

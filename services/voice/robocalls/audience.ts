import { normalisePhone } from "../../../rules/phone";
import { robocallLimits } from "../../../rules/robocalls";
import { HttpError } from "../../kit/serve";
import type { VoiceUpstreams } from "../deps";

export type RobocallNumber = { msisdn: string; name: string; state: "waiting" | "left_out"; result: string };

/** The people of a contact group now, each number once, with those who are not called and why. @throws HttpError 422 */
export async function loadAudience(
  { messaging }: Pick<VoiceUpstreams, "messaging">,
  group: number,
): Promise<{ name: string; numbers: RobocallNumber[] }> {
  const numbers = new Map<string, RobocallNumber>();
  let name = "";
  let after: string | null = "";
  while (after !== null) {
    const answer = await messaging.audience({ body: { group_id: group, list_id: null, after } });
    if (answer.status === 404) throw refused("Choose a contact group.");
    if (answer.status !== 200) throw new HttpError(503, "The contacts can't be read now. Try again in a moment.");
    ({ name } = answer.body);
    for (const one of answer.body.data) {
      if (!one.msisdn) continue;
      const phone = normalisePhone(one.msisdn);
      const result = !phone.ok || phone.foreign ? "foreign" : one.opted_out ? "opted_out" : "";
      const state = result === "" ? "waiting" : "left_out";
      numbers.set(one.msisdn, { msisdn: one.msisdn, name: one.name.slice(0, 200), state, result });
    }
    if (numbers.size > robocallLimits.numbers)
      throw refused(`A robocall has at most ${robocallLimits.numbers.toLocaleString("en-GB")} numbers.`);
    after = answer.body.next;
  }
  const called = [...numbers.values()];
  if (!called.some(({ state }) => state === "waiting"))
    throw refused("No one in this group can be called: Kenyan numbers that are not on the do-not-call list are.");
  return { name, numbers: called };
}

function refused(words: string): HttpError {
  return new HttpError(422, words, { group_id: [words] });
}

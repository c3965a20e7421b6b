import { brand } from "../../../rules/brand";
import type { Trx } from "../../kit/database";
import { emailTemplate } from "../../kit/email-template";
import { mailLater } from "../../kit/mail";
import { greeting, isPlain } from "../../kit/plain-name";
import { HttpError } from "../../kit/serve";
import type { Member } from "../contract.people";
import { endTokens } from "../tokens";
import { note } from "./changes";
import { beginChange, type MemberContext, memberFor, mustBeSomebodyElse, mustNotStandBelow } from "./member-record";
import { memberNow } from "./members";

/**
 * Turns off the second step of a person who lost their phone and their recovery codes, and tells them by email. They
 * still need their password. @throws HttpError 403, 404, 409
 */
export async function dropMemberFactor(trx: Trx, context: MemberContext, id: number): Promise<Member> {
  const { account } = context;
  const changer = await beginChange(trx, context, "Edit user");
  const person = await memberFor(trx, account, { id });
  mustNotStandBelow(changer, person.role);
  mustBeSomebodyElse(changer, person, "Turn off your own two-factor sign-in on your profile.");
  const gone = await trx
    .deleteFrom("identity.second_factors")
    .where("customer_account", "=", account)
    .where("user_id", "=", id)
    .returning("confirmed_at")
    .executeTakeFirst();
  if (!gone?.confirmed_at) throw new HttpError(409, `Two-factor sign-in is not on for ${person.name}.`);
  await endTokens(trx, account, id, ["second-step"]);
  const by = isPlain(changer.name) ? changer.name : "An administrator of your account";
  const mail = emailTemplate({
    subject: `Two-factor sign-in turned off for your ${brand.name} account`,
    lines: [
      greeting(person.name),
      `${by} turned it off: signing in with this address needs the password only from now on.`,
      "If you lost your phone, sign in and set it up again on your profile.",
    ],
    button: { label: "Sign in", path: "/login" },
    after: ["If you did not ask for this, change your password and tell your administrator."],
  });
  await mailLater(trx, account, { to: person.email, ...mail });
  const said = `${changer.name} turned off two-factor sign-in for ${person.name}.`;
  await note(trx, account, changer, id, "Two-factor turned off", said);
  return memberNow(trx, account, id);
}

import { brand } from "../../../rules/brand";
import type { Trx } from "../../kit/database";
import { emailTemplate } from "../../kit/email-template";
import { mailLater } from "../../kit/mail";
import { greeting, isPlain } from "../../kit/plain-name";
import { tokenSeconds } from "../tokens";

/** No account yet: the mail belongs to nobody's. */
const nobody = "";

export async function mailCode(
  trx: Trx,
  { to, name, code, link }: { to: string; name: string; code: string; link: string },
): Promise<void> {
  const mail = emailTemplate({
    subject: `${code} is your ${brand.name} code`,
    lines: [greeting(name), "Enter this code to confirm your email address, or open the link."],
    code,
    button: { label: "Confirm my address", path: `/auth/verify-account?link=${link}` },
    after: [
      "Both are good for 24 hours.",
      `If you did not sign up for ${brand.name}, do nothing: without the code there will be no account.`,
    ],
  });
  await mailLater(trx, nobody, { to, ...mail });
}

/** Instead of a code, to somebody who has an account: only the address's owner learns of it. */
export async function mailKnown(trx: Trx, account: string, to: string): Promise<void> {
  const mail = emailTemplate({
    subject: `You already have a ${brand.name} account`,
    lines: [
      `Someone, most likely you, tried to sign up for ${brand.name} with this address. It has an account already.`,
      "Sign in as usual. If you forgot your password, ask for a new one on the sign-in page.",
    ],
    button: { label: "Sign in", path: "/login" },
    after: ["If it was not you, do nothing: nothing was changed."],
  });
  await mailLater(trx, account, { to, ...mail });
}

/** Asks the owner of an account before a provider's identity may open it. */
export async function mailSocialLink(
  trx: Trx,
  account: string,
  { to, provider, as, code }: { to: string; provider: string; as: string; code: string },
): Promise<void> {
  const mail = emailTemplate({
    subject: `${code} links ${provider} to your ${brand.name} account`,
    lines: [
      `Someone signed in at ${provider}${isPlain(as) ? ` as ${as}` : ""} and wants to open your ${brand.name} account with it from now on.`,
      "If that was you, enter this code on the page where you did it.",
    ],
    code,
    after: [
      "The code is good for 24 hours and only in that browser.",
      "If it was not you, give the code to no one: without it nothing is linked.",
    ],
  });
  await mailLater(trx, account, { to, ...mail });
}

export async function mailReset(trx: Trx, account: string, to: string, token: string): Promise<void> {
  const mail = emailTemplate({
    subject: `A new password for ${brand.name}`,
    lines: ["You asked for a new password. Choose it here within an hour; the link works once."],
    button: { label: "Choose a new password", path: `/auth/password/${token}` },
    after: ["If you did not ask for it, do nothing: the old password stays."],
  });
  await mailLater(trx, account, { to, ...mail });
}

/** For somebody whose password is right while others guess at it. */
export async function mailSignInLink(trx: Trx, account: string, to: string, token: string): Promise<void> {
  const mail = emailTemplate({
    subject: `Sign in to ${brand.name}`,
    lines: [
      "Someone tried many wrong passwords for your address, so we ask for one more proof that it is you.",
      `Sign in here within ${tokenSeconds["sign-in"] / 60} minutes. The link works once.`,
    ],
    button: { label: "Sign in", path: `/login/link/${token}` },
    after: ["If you did not sign in just now, someone else knows your password: change it."],
  });
  await mailLater(trx, account, { to, ...mail });
}

/** Tells that the password was changed, so that a change by somebody else is noticed. `how`: "with a mailed link". */
export async function mailPasswordChanged(trx: Trx, account: string, to: string, how: string): Promise<void> {
  const mail = emailTemplate({
    subject: `Your ${brand.name} password was changed`,
    lines: [
      `The password of this address was changed ${how}, and everyone who was signed in with it was signed out.`,
      "If it was you, you do not need to do anything.",
    ],
    button: { label: "It was not me: choose another", path: "/auth/forgot-password" },
  });
  await mailLater(trx, account, { to, ...mail });
}

import { normalisePhone } from "./phone";

/** The documented warning when a call can't be made as it was asked for, to the letter (R066). */
export const watchOut = {
  title: "Watch out",
  message: "Please provide a valid phone number or select an outbound number from the list",
} as const;

/** Where an account has no number to call from (R069). */
export const noOutboundNumber = "You need at least one outbound phone number to make calls.";

/** What the dialler's field begins with: Kenyan mobile numbers (R067). */
export const dialledPrefix = "2547";

/** Digits of a Kenyan landline after the country code: area code and number. Freephone numbers are called too. */
const landline = /^(?:20\d{7}|[4-6]\d{7,8}|800\d{6})$/;

/** A number as the line wants it, without "+" (R068), and as people are told of it. */
export type Dialled = { ok: true; digits: string; e164: string } | { ok: false; reason: string };

/** The Kenyan number that was typed: mobile, landline or freephone. */
export function dialNumber(typed: string): Dialled {
  const text = typed.trim();
  if (text.replace(/\D/g, "") === "" || text.replace(/\D/g, "") === dialledPrefix)
    return { ok: false, reason: "Enter a phone number in Kenya. Example: 0712 000 118." };
  const mobile = normalisePhone(text);
  if (mobile.ok && !mobile.foreign) return { ok: true, digits: mobile.e164.slice(1), e164: mobile.e164 };
  const digits = text.replace(/[\s()./-]/g, "");
  const own = /^(?:\+?254|00254|0)?0?(\d+)$/.exec(digits)?.[1];
  if (own !== undefined && landline.test(own)) return { ok: true, digits: `254${own}`, e164: `+254${own}` };
  if (mobile.ok || (own === undefined && digits.startsWith("+")))
    return { ok: false, reason: "Enter a phone number in Kenya. Other countries can't be called from here." };
  return { ok: false, reason: whyNot(own) };
}

function whyNot(own: string | undefined): string {
  if (own === undefined) return "Enter a phone number with digits only. Example: 0712 000 118.";
  const missing = 9 - own.length;
  if (missing > 0) return `${missing === 1 ? "1 digit is" : `${missing} digits are`} missing. Example: 0712 000 118.`;
  if (missing < 0)
    return `There ${missing === -1 ? "is 1 digit" : `are ${-missing} digits`} too many. Example: 0712 000 118.`;
  return "This is not a phone number in Kenya. Example: 0712 000 118.";
}

/** A number of the account's, as the call for phone numbers answers it. */
export type DiallingNumber = { id: string | number; phoneNumber: string; prefix: string; modes: readonly string[] };

/** The numbers that calls go out from (R070). */
export function outboundNumbers<N extends DiallingNumber>(numbers: readonly N[]): N[] {
  return numbers.filter(({ modes }) => modes.includes("outbound"));
}

import { parsePhoneNumberFromString } from "libphonenumber-js/mobile";
import { normalisePhone, type Phone } from "./phone";

/**
 * Numbers from abroad judged by the numbering plan of their country: mobile ones only. 96 kB of tables, so this
 * file is for the server; pages use `phone.ts`.
 */
export function mobileAbroad(digits: string): { country: string | undefined } | undefined {
  const number = parsePhoneNumberFromString(`+${digits}`);
  if (!number?.isValid() || number.countryCallingCode === "254" || number.number !== `+${digits}`) return undefined;
  return { country: number.country };
}

/** As `normalisePhone`, with numbers from abroad judged by their own country's plan. What the server always uses. */
export function parsePhone(raw: string): Phone {
  return normalisePhone(raw, mobileAbroad);
}

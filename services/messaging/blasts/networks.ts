import { parsePhone } from "../../../rules/phone.foreign";

/** The network a number was given out by; numbers from abroad are "Other". */
export function networkFor(msisdn: string): string {
  const phone = parsePhone(msisdn);
  return (phone.ok && phone.network) || "Other";
}

/**
 * The digits of a number (E.164) as forms, networks and desks write it: with the country's code, from abroad, or as one
 * dials it at home in Kenya.
 */
export function phoneSpellings(e164: string): string[] {
  const digits = e164.replace(/\D/g, "");
  const national = digits.startsWith("254") ? digits.slice(3) : "";
  return [digits, `00${digits}`, ...(national ? [`0${national}`, national] : [])];
}

import { createContext } from "react";

/** The time zone of the account: the frame knows it, and what asks for days and times names it. */
export const AccountZone = createContext("Africa/Nairobi");

/** "Nairobi" of "Africa/Nairobi". */
export function zoneCity(zone: string): string {
  return (zone.split("/").at(-1) ?? zone).replaceAll("_", " ");
}

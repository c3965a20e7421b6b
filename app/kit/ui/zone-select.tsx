import type { ReactNode, SelectHTMLAttributes } from "react";
import type { FieldProps } from "./field";
import { Select } from "./field";

export type ZoneGroups = readonly { continent: string; zones: readonly string[] }[];

type ZoneSelectProps = Omit<FieldProps, "label"> & {
  zones: ZoneGroups;
  /** The account's own: it is offered first. */
  account: string;
  empty?: string;
} & Pick<SelectHTMLAttributes<HTMLSelectElement>, "name" | "defaultValue" | "required">;

const here = "Africa/Nairobi";
const shown = (zone: string) => zone.replaceAll("_", " ");

/** A time zone: the account's own, Nairobi, then all by continent. One that was set and is in no list stays a choice. */
export function ZoneSelect({ zones, account, ...select }: ZoneSelectProps) {
  const { defaultValue } = select;
  const set = typeof defaultValue === "string" ? defaultValue : "";
  const first = [...new Set([account, here])].filter(Boolean);
  const listed = first.includes(set) || zones.some((group) => group.zones.includes(set));
  const option = (zone: string, words: ReactNode = shown(zone)) => (
    <option key={zone} value={zone}>
      {words}
    </option>
  );
  return (
    <Select label="Time zone" {...select}>
      {first.map((zone) => option(zone, zone === account ? `${shown(zone)} (your account)` : shown(zone)))}
      {set && !listed && option(set)}
      {zones.map((group) => (
        <optgroup key={group.continent} label={group.continent}>
          {group.zones.filter((zone) => !first.includes(zone)).map((zone) => option(zone))}
        </optgroup>
      ))}
    </Select>
  );
}

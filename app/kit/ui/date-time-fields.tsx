import { type ComponentProps, type ReactNode, useContext } from "react";
import { typeInto } from "../type-into";
import { AccountZone, zoneCity } from "../zone";
import { DateField, type DateFieldProps } from "./date-field";
import { TextInput } from "./field";

type DateTimeFieldsProps = {
  date: DateFieldProps;
  time: Omit<ComponentProps<typeof TextInput>, "type">;
  /** What is said after the zone. */
  note?: ReactNode;
};

/** A day and a time of the account's own clock, to come; the zone is named under them. */
export function DateTimeFields({ date, time, note }: DateTimeFieldsProps) {
  const zone = useContext(AccountZone);
  const setTime = (value: string) => {
    const field = document.getElementById(time.id);
    if (field instanceof HTMLInputElement) typeInto(field, value);
  };
  return (
    <>
      <div className="grid grid-cols-[232px_136px] items-start gap-3 max-md:grid-cols-[minmax(0,1fr)_128px]">
        <DateField quick="future" quickTime={{ time: "09:00", set: setTime }} {...date} />
        <TextInput {...time} type="time" className="num" />
      </div>
      <p className="help">
        {zoneCity(zone)} time. {note}
      </p>
    </>
  );
}

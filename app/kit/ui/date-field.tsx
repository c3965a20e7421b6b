import { CalendarDays } from "lucide-react";
import {
  type ComponentType,
  type InputHTMLAttributes,
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { dayIn, isDay, quickDays, sayDay } from "../../../rules/calendar";
import { typeInto } from "../type-into";
import { AccountZone, zoneCity } from "../zone";
import type { CalendarProps } from "./calendar";
import { placeBeside, stopEscape } from "./calendar-place";
import { Field, type FieldProps } from "./field";
import { useWithScript } from "./without-script";

type InputProps = Omit<InputHTMLAttributes<HTMLInputElement>, keyof FieldProps | "type" | "min" | "max">;
export type DateFieldProps = FieldProps &
  InputProps & {
    min?: string | number | undefined;
    max?: string | number | undefined;
    /** The days to choose at once: those just gone, or those to come. */
    quick?: "past" | "future";
    /** The time of day that belongs to the date: quick choices set it too. */
    quickTime?: { time: string; set(time: string): void };
  };

/** The program of the calendar, once somebody turned to it. */
let loaded: ComponentType<CalendarProps> | undefined;

async function load(): Promise<ComponentType<CalendarProps>> {
  loaded = (await import("./calendar")).Calendar;
  return loaded;
}

/**
 * A day: the browser's own field, which works without script and is typed into as ever. With script a button beside it
 * opens a calendar, and the day is said in full under it, whatever order of day and month the browser writes. A phone
 * keeps its own calendar.
 */
export function DateField({ quick = "past", quickTime, ...props }: DateFieldProps) {
  const { id, label, help, errors, optional, aside, className, ...input } = props;
  const scripted = useHydrated();
  const withScript = useWithScript();
  const field = useRef<HTMLInputElement>(null);
  const given = String(input.value ?? input.defaultValue ?? "");
  const [typed, setTyped] = useState(given);
  // A form that is reset, or drawn again with another day, says nothing to the field.
  useEffect(() => {
    const read = () => setTyped(field.current?.value ?? given);
    read();
    const form = field.current?.form;
    const onReset = () => setTimeout(read);
    form?.addEventListener("reset", onReset);
    return () => form?.removeEventListener("reset", onReset);
  }, [given]);
  const day = isDay(typed) ? typed : undefined;
  const picker = useCalendar(field);
  return (
    <Field {...{ id, label, help, errors, optional, aside, className }} given={input}>
      {(aria) => (
        <>
          <div className="date-box" data-scripted={scripted || undefined}>
            <input
              {...input}
              {...aria}
              ref={field}
              type="date"
              className="input num"
              onInput={(event) => setTyped(event.currentTarget.value)}
              onKeyDown={picker.onKeyDown}
              onFocus={picker.prepare}
            />
            {scripted && (
              <button
                type="button"
                className="date-button"
                aria-haspopup="dialog"
                aria-label={day ? `Change the date, ${sayDay(day)}` : "Choose a date"}
                onClick={picker.show}
                onPointerEnter={picker.prepare}
                onFocus={picker.prepare}
              >
                <CalendarDays size={16} strokeWidth={1.75} aria-hidden="true" />
              </button>
            )}
          </div>
          {day && <p className={`help ${withScript}`}>{sayDay(day, "short")}</p>}
          {picker.opened && (
            <CalendarDialog
              key={picker.opened.time}
              drawn={picker.opened.Calendar}
              close={picker.close}
              field={field}
              value={day}
              quick={quick}
              quickTime={quickTime}
              clears={!input.required && !quickTime}
              min={textOf(input.min)}
              max={textOf(input.max)}
            />
          )}
        </>
      )}
    </Field>
  );
}

/** `time`: a dialog that is shut is still here until its event comes; opened before that, it is another one. */
type OpenedCalendar = { Calendar: ComponentType<CalendarProps>; time: number };

/** Loads the calendar and opens it; where its program can't be had, the browser's own calendar. */
function useCalendar(field: RefObject<HTMLInputElement>) {
  const [opened, setOpened] = useState<OpenedCalendar>();
  const times = useRef(0);
  const show = useCallback(() => {
    const open = (Calendar: ComponentType<CalendarProps>) => setOpened({ Calendar, time: ++times.current });
    // At once where it can be: keys that are pressed next are meant for the calendar.
    if (loaded) open(loaded);
    else load().then(open, () => field.current?.showPicker());
  }, [field]);
  return {
    opened,
    show,
    close: useCallback(() => setOpened(undefined), []),
    prepare: () => {
      if (!loaded) load().catch(() => undefined);
    },
    /** The keys that open the browser's own calendar open this one. */
    onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
      const opens = event.key === "F4" || event.key === " " || (event.altKey && event.key === "ArrowDown");
      const button = event.currentTarget.nextElementSibling;
      if (!opens || !button?.checkVisibility()) return;
      event.preventDefault();
      show();
    },
  };
}

const textOf = (bound: string | number | undefined) => (bound === undefined ? undefined : String(bound));

type CalendarDialogProps = Pick<CalendarProps, "value" | "min" | "max"> & {
  quickTime: DateFieldProps["quickTime"] | undefined;
  drawn: ComponentType<CalendarProps>;
  field: RefObject<HTMLInputElement>;
  quick: "past" | "future";
  /** It may be empty. */
  clears: boolean;
  close(): void;
};

/** The calendar over the page. Escape and a press beside it shut it, and the focus goes back to where it was. */
function CalendarDialog(props: CalendarDialogProps) {
  const { drawn: Calendar, field, value, quick, quickTime, clears, min, max, close } = props;
  const zone = useContext(AccountZone);
  const ref = useRef<HTMLDialogElement>(null);
  const opener = useRef<Element | null>(null);
  useEffect(() => {
    const dialog = ref.current;
    const box = field.current?.parentElement;
    if (!dialog || !box) return;
    opener.current = document.activeElement;
    dialog.showModal();
    dialog.querySelector<HTMLElement>('[data-day][tabindex="0"]')?.focus();
    const place = () => placeBeside(dialog, box);
    place();
    window.addEventListener("resize", place);
    const allow = stopEscape(dialog);
    // A press on the dialog itself is one beside the calendar; Escape shuts it for the keyboard.
    const onPress = (event: MouseEvent) => event.target === dialog && dialog.close();
    dialog.addEventListener("click", onPress);
    return () => {
      dialog.removeEventListener("click", onPress);
      window.removeEventListener("resize", place);
      allow();
    };
  }, [field]);
  const put = (day: string, time?: string) => {
    if (field.current) typeInto(field.current, day);
    if (time !== undefined) quickTime?.set(time);
    ref.current?.close();
  };
  const today = dayIn(zone, new Date());
  return (
    <dialog
      ref={ref}
      className="calendar"
      aria-label="Choose a date"
      onClose={(event) => {
        // The calendar was opened again since.
        if (!event.currentTarget.isConnected) return;
        close();
        // Chromium gives the focus back to a day field only while its value stays the same.
        if (opener.current instanceof HTMLElement) opener.current.focus();
      }}
    >
      <div className="grid gap-3 p-3">
        <Calendar
          {...{ value, today, min, max }}
          quick={quickDays(today, quick, quickTime?.time)}
          city={zoneCity(zone)}
          choose={put}
          clear={clears && value !== undefined ? () => put("") : undefined}
        />
      </div>
    </dialog>
  );
}

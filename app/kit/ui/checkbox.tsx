import type { InputHTMLAttributes, ReactNode } from "react";
import { ariaProps, FieldNotes } from "./field";

type TickProps = {
  label: ReactNode;
  help?: ReactNode;
  className?: string;
} & Omit<InputHTMLAttributes<HTMLInputElement>, "className">;

/** A checkbox (`type="checkbox"`, the default) or a radio button with its words at the right. */
export function Checkbox({ label, help, className = "", type = "checkbox", ...rest }: TickProps) {
  return (
    <label className={`tick ${className}`}>
      <input {...rest} type={type} />
      <span>
        {label}
        {help && <span className="block text-sm text-quiet">{help}</span>}
      </span>
    </label>
  );
}

type TicksProps = {
  id: string;
  legend: ReactNode;
  help?: ReactNode;
  errors?: readonly string[];
  /** Lines between the ticks, each as wide as the form. */
  boxed?: boolean;
  /** Beside each other instead of below each other. */
  inline?: boolean;
  children: ReactNode;
};

/** Ticks that answer one question: a fieldset with its legend, its help and its error. */
export function CheckboxGroup({ id, legend, help, errors, boxed, inline, children }: TicksProps) {
  const aria = ariaProps({ id, help, errors });
  const boxes = boxed
    ? "mt-1 divide-y divide-line rounded border border-line [&>.tick]:px-3 [&>.tick]:py-2.5 [&>.tick:hover]:bg-raised"
    : inline
      ? "flex flex-wrap gap-x-6"
      : "grid gap-1 max-md:gap-0";
  return (
    <fieldset id={id} aria-describedby={aria["aria-describedby"]} aria-invalid={aria["aria-invalid"]}>
      <legend className="label mb-1">{legend}</legend>
      <div className={boxes}>{children}</div>
      <FieldNotes id={id} help={help} errors={errors} />
    </fieldset>
  );
}

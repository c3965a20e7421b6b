import { ChevronDown, CircleAlert } from "lucide-react";
import type { InputHTMLAttributes, ReactNode, SelectHTMLAttributes, TextareaHTMLAttributes } from "react";
import { LongText } from "../draft";

/** What ties a control to its help and its errors; the ids are conform's (`<id>-description`, `<id>-error`). */
export type Tie = { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined };

export type FieldProps = {
  id: string;
  label: ReactNode;
  help?: ReactNode;
  /** How to mend it, in words. */
  errors?: readonly string[];
  optional?: boolean;
  /** A link at the right of the label, such as "Forgot it?". */
  aside?: ReactNode;
  className?: string;
};

type Described = { "aria-describedby"?: string };

/** The ids that a control is described by: the given ones, the help, the error, each once. */
export function ariaProps(field: Pick<FieldProps, "id" | "help" | "errors">, given?: Described): Tie {
  const wrong = (field.errors?.length ?? 0) > 0;
  const ids = new Set((given?.["aria-describedby"] ?? "").split(" ").filter(Boolean));
  if (field.help) ids.add(`${field.id}-description`);
  if (wrong) ids.add(`${field.id}-error`);
  else ids.delete(`${field.id}-error`);
  return {
    id: field.id,
    "aria-describedby": [...ids].join(" ") || undefined,
    "aria-invalid": wrong || undefined,
  };
}

/** The lines under a control. */
export function FieldNotes({ id, help, errors }: Pick<FieldProps, "id" | "help" | "errors">) {
  return (
    <>
      {help && (
        <p className="help" id={`${id}-description`}>
          {help}
        </p>
      )}
      {errors && errors.length > 0 && (
        <div id={`${id}-error`}>
          {errors.map((error) => (
            <p className="err" key={error}>
              <CircleAlert size={16} strokeWidth={1.75} aria-hidden="true" />
              {error}
            </p>
          ))}
        </div>
      )}
    </>
  );
}

/** Label above, help below, error below in words; the control gets what ties it to them. */
export function Field({
  children,
  given,
  ...field
}: FieldProps & { children: (tie: Tie) => ReactNode; given?: Described }) {
  return (
    <div className={field.aside ? `relative ${field.className ?? ""}` : field.className}>
      <label className="label" htmlFor={field.id}>
        {field.label}
        {field.optional && <span className="font-normal text-quiet"> (optional)</span>}
      </label>
      {children(ariaProps(field, given))}
      <FieldNotes {...field} />
      {/* Beside the label for the eye, behind the control for Tab: who types goes from field to field. */}
      {field.aside && <div className="absolute top-0 right-0">{field.aside}</div>}
    </div>
  );
}

type FieldPropNames = "id" | "label" | "help" | "errors" | "optional" | "aside" | "className";

function split<P extends FieldProps>(props: P): { field: FieldProps; rest: Omit<P, FieldPropNames> } {
  const { id, label, help, errors, optional, aside, className, ...rest } = props;
  return { field: { id, label, help, errors, optional, aside, className }, rest };
}

/** One line of text; spread conform's `getInputProps(field, …)` into it. */
export function TextInput(props: FieldProps & Omit<InputHTMLAttributes<HTMLInputElement>, FieldPropNames>) {
  const { field, rest } = split(props);
  return (
    <Field {...field} given={rest}>
      {(aria) => <input className="input" {...rest} {...aria} />}
    </Field>
  );
}

/** Several lines of text, kept for the session until they are sent. */
export function TextArea(props: FieldProps & Omit<TextareaHTMLAttributes<HTMLTextAreaElement>, FieldPropNames>) {
  const { field, rest } = split(props);
  return (
    <Field {...field} given={rest}>
      {(aria) => <LongText className="input" rows={4} {...rest} {...aria} />}
    </Field>
  );
}

export type Choice = { value: string; label: string; disabled?: boolean };

type SelectProps = FieldProps & { choices?: readonly Choice[]; children?: ReactNode; empty?: string } & Omit<
    SelectHTMLAttributes<HTMLSelectElement>,
    FieldPropNames | "children"
  >;

/** The browser's own select: `empty` is the text of the choice that means none. */
export function Select(props: SelectProps) {
  const { field, rest } = split(props);
  const { choices, empty, children, ...select } = rest;
  return (
    <Field {...field} given={select}>
      {(aria) => (
        <div className="relative">
          <select className="input" {...select} {...aria}>
            {empty !== undefined && <option value="">{empty}</option>}
            {choices?.map((choice) => (
              <option key={choice.value} value={choice.value} disabled={choice.disabled}>
                {choice.label}
              </option>
            ))}
            {children}
          </select>
          <ChevronDown
            size={16}
            strokeWidth={1.75}
            aria-hidden="true"
            className="pointer-events-none absolute top-1/2 right-2.5 -mt-2 text-quiet"
          />
        </div>
      )}
    </Field>
  );
}

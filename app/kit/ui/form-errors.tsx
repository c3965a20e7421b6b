import { CircleAlert } from "lucide-react";
import { goToField } from "./go-to-field";

export type FormError = { text: string; field?: string };

/** "There is a problem", "There are 2 problems". */
export function howMany(count: number): string {
  return count === 1 ? "There is a problem" : `There are ${count} problems`;
}

/** The summary above a form that came back: each error a link to its field (`field` is the control's id). */
export function FormErrors({ errors, title }: { errors: readonly FormError[]; title?: string }) {
  if (errors.length === 0) return null;
  return (
    <div className="rounded border border-bad bg-surface p-4" role="alert" tabIndex={-1}>
      <h2 className="flex items-center gap-2 text-base font-semibold">
        <CircleAlert size={16} strokeWidth={1.75} className="text-bad" aria-hidden="true" />
        {title ?? howMany(errors.length)}
      </h2>
      <ul className="mt-1 grid pl-6">
        {errors.map(({ text, field }) => (
          <li key={`${field} ${text}`} className="py-0.5">
            {field ? (
              <a className="font-medium text-bad underline underline-offset-3" href={`#${field}`} onClick={goToField}>
                {text}
              </a>
            ) : (
              <span className="font-medium text-bad">{text}</span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}

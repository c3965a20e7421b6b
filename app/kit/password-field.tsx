import { type ComponentProps, useEffect, useRef, useState } from "react";
import type { Strength } from "../../rules/password-strength";
import { ariaProps, FieldNotes } from "./ui/field";

type Rule = typeof import("../../rules/password-strength");

type Props = Omit<ComponentProps<"input">, "id" | "type"> & {
  id: string;
  label: string;
  errors?: readonly string[];
  /** What the password of the post before was worth: the hint for who has no script. */
  hint?: Strength | undefined;
};

const colours = ["bg-bad", "bg-bad", "bg-warn", "bg-good"] as const;

/** A new password with a hint of its strength while one types; the rule for it is loaded at the first look. */
export function NewPasswordField({ id, label, errors, hint, ...input }: Props) {
  const [rule, setRule] = useState<Rule>();
  const [typed, setTyped] = useState("");
  const shown = typed === "" ? hint : rule?.strength(typed);
  const field = useRef<HTMLInputElement>(null);
  const load = () => void import("../../rules/password-strength").then(setRule, () => undefined);
  // On a slow phone people type before the program of the page is there.
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for what was typed before
  useEffect(() => {
    if (!field.current?.value) return;
    setTyped(field.current.value);
    load();
  }, []);
  const help = "At least 10 characters. Three or four words that do not belong together are easy to keep.";
  const aria = ariaProps({ id, help, errors: errors ?? [] }, input);
  const describedBy = [aria["aria-describedby"], `${id}-strength`].filter(Boolean).join(" ");
  return (
    <div>
      <label className="label" htmlFor={id}>
        {label}
      </label>
      <input
        className="input"
        autoComplete="new-password"
        {...input}
        type="password"
        {...aria}
        aria-describedby={describedBy}
        ref={field}
        onFocus={load}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <div id={`${id}-strength`} aria-live="polite">
        {shown && (
          <p className="mt-2 flex items-center gap-2 text-sm">
            <span className="flex w-24 shrink-0 gap-1" aria-hidden="true">
              {[1, 2, 3].map((part) => (
                <span
                  key={part}
                  className={`h-1 grow rounded ${part <= Math.max(1, shown.score) ? colours[shown.score] : "bg-line"}`}
                />
              ))}
            </span>
            <span>
              {typed === "" ? "What you typed was: " : ""}
              <b className="font-medium">{shown.word}.</b> <span className="text-quiet">{shown.advice}</span>
            </span>
          </p>
        )}
      </div>
      <FieldNotes id={id} help={help} errors={errors ?? []} />
    </div>
  );
}

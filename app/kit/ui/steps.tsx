import { Check } from "lucide-react";

/** The stages of a task over several pages; `now` is the index of the present one. */
export function Steps({ label, steps, now }: { label: string; steps: readonly string[]; now: number }) {
  return (
    <nav aria-label={label} className="mb-4">
      <ol className="flex flex-wrap gap-x-6 gap-y-2 text-sm">
        {steps.map((step, index) => {
          const done = index < now;
          const look =
            index === now ? "border-brand bg-brand text-brand-ink" : done ? "border-brand text-brand" : "border-field";
          return (
            <li
              key={step}
              className={`flex items-center gap-2 ${index === now ? "font-medium text-ink" : "text-quiet"}`}
              aria-current={index === now ? "step" : undefined}
            >
              <span className={`num grid size-6 place-items-center rounded-full border text-xs font-medium ${look}`}>
                {done ? <Check size={14} strokeWidth={2} aria-hidden="true" /> : index + 1}
              </span>
              {step}
              {done && <span className="sr-only">, done</span>}
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

import { ChevronDown } from "lucide-react";
import type { SelectHTMLAttributes } from "react";
import type { Choice } from "../../kit/ui/field";

type PickProps = { label: string; choices: readonly Choice[]; className?: string } & Omit<
  SelectHTMLAttributes<HTMLSelectElement>,
  "className"
>;

/** A select in a row, where its name is not written above it. */
export function Pick({ label, choices, className = "", ...rest }: PickProps) {
  return (
    <span className={`relative inline-block ${className}`}>
      <select className="input h-8! pr-8! max-md:h-11!" aria-label={label} {...rest}>
        {choices.map(({ value, label: words }) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
      <ChevronDown
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
        className="pointer-events-none absolute top-1/2 right-2 -mt-2 text-quiet"
      />
    </span>
  );
}

import type { ReactNode } from "react";

type EditRowProps = {
  name: string;
  /** What a row says of it. */
  children: ReactNode;
  form: ReactNode;
};

/** A row to read, which opens into its form; the browser's own folding, so it needs no script. */
export function EditRow({ name, children, form }: EditRowProps) {
  return (
    <details className="group min-w-0 flex-1 max-sm:basis-full">
      <summary className="flex min-h-8 cursor-pointer list-none flex-wrap items-center gap-x-3 gap-y-0.5 max-md:min-h-11">
        {children}
        <span className="link ml-auto text-sm group-open:hidden">
          Edit<span className="sr-only"> {name}</span>
        </span>
        <span className="link ml-auto hidden text-sm group-open:inline">
          Close<span className="sr-only"> {name}</span>
        </span>
      </summary>
      <div className="pt-2 pb-1">{form}</div>
    </details>
  );
}

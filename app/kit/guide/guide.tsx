// What the guides for developers are made of.
import type { ReactNode } from "react";
import { Card, CardHead } from "../ui/card";

export function GuidePart({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Card label={title}>
      <CardHead title={title} />
      <div className="grid grid-cols-1 gap-3 p-4 md:p-5">{children}</div>
    </Card>
  );
}

export function Code({ children, label }: { children: string; label: string }) {
  return (
    <section
      className="overflow-x-auto rounded border border-line bg-raised p-3 font-mono text-sm"
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls can be reached with the keyboard.
      tabIndex={0}
    >
      <pre>{children}</pre>
    </section>
  );
}

/** The same thing in several languages, the first one open. */
export function Examples({ of, about }: { of: readonly { language: string; code: string }[]; about: string }) {
  return of.map(({ language, code }, place) => (
    <details key={language} open={place === 0}>
      <summary className="link w-fit cursor-pointer py-1">{language}</summary>
      <Code label={`${about}, ${language}`}>{code}</Code>
    </details>
  ));
}

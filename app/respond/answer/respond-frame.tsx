import type { ReactNode } from "react";
import { brand } from "../../../rules/brand";

/** The small page of a public survey: its title and what is asked, and nothing else. */
export function RespondFrame({ title, language, children }: { title: string; language?: string; children: ReactNode }) {
  return (
    <main id="main" lang={language} className="mx-auto flex min-h-dvh w-full max-w-[560px] flex-col px-4 py-8">
      <h1 className="text-xl font-semibold tracking-[-0.01em] wrap-anywhere">{title}</h1>
      <div className="mt-6 flex-1">{children}</div>
      <p className="mt-8 text-xs text-quiet">Survey by {brand.name}</p>
    </main>
  );
}

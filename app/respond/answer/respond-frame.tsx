import type { ReactNode } from "react";
import { brand } from "../../../rules/brand";
import program from "../program/program.ts?url";

type RespondFrameProps = { title: string; language: string; link: string; kiosk: boolean; children: ReactNode };

/**
 * The small page of a public survey: its title and what is asked, and nothing else. It works without its program, which
 * keeps what could not be sent.
 */
export function RespondFrame({ title, language, link, kiosk, children }: RespondFrameProps) {
  return (
    <>
      <main
        id="main"
        lang={language}
        data-link={link}
        data-kiosk={kiosk ? "" : undefined}
        className="mx-auto flex min-h-dvh w-full max-w-[560px] flex-col px-4 py-8"
      >
        <h1 className="text-xl font-semibold tracking-[-0.01em] wrap-anywhere">{title}</h1>
        <div className="mt-6 flex-1" data-content>
          {children}
        </div>
        <p className="mt-8 text-xs text-quiet">Survey by {brand.name}</p>
      </main>
      <script src={program} defer />
    </>
  );
}

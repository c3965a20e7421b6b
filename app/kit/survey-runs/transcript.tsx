import type { ReactNode } from "react";
import { DateTime } from "../date-time";

/** A message of a survey: of the person who answers on the right, of the survey on the left. */
export function MessageBubble({ incoming, children }: { incoming: boolean; children: ReactNode }) {
  const side = incoming ? "justify-self-end bg-brand-soft" : "justify-self-start bg-raised";
  return <li className={`max-w-[85%] rounded px-3 py-2 wrap-anywhere ${side}`}>{children}</li>;
}

type TranscriptTurn = {
  incoming: boolean;
  text: string;
  understood: boolean;
  at: string;
  file?: { name: string; url: string | null } | null | undefined;
};

/** All that was asked and answered, in its order. */
export function Transcript({ turns, zone }: { turns: readonly TranscriptTurn[]; zone: string }) {
  return (
    <ol className="grid gap-2">
      {turns.map(({ incoming, text, understood, at, file }, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: turns are only ever added at the end
        <MessageBubble key={place} incoming={incoming}>
          <span className="whitespace-pre-wrap">{text || "Left out"}</span>
          {file && <SentFile {...file} />}
          <span className="block text-xs text-quiet">
            <DateTime at={at} zone={zone} />
            {understood ? "" : ", not understood"}
          </span>
        </MessageBubble>
      ))}
    </ol>
  );
}

function SentFile({ name, url }: { name: string; url: string | null }) {
  if (!url) return <span className="block text-quiet">{name} was not kept</span>;
  return (
    <a className="link block" href={url}>
      {name}
    </a>
  );
}

import { type Mention, mentionPieces } from "../../../rules/mentions";
import { linksIn } from "../inbox/links";

type ChatTextProps = { text: string; mentions?: readonly Mention[] };

const none: readonly Mention[] = [];

/** What somebody wrote: text and nothing but text, with its links and mentions (statements M37, M38). */
export function ChatText({ text, mentions = none }: ChatTextProps) {
  const pieces = mentionPieces(text, mentions).flatMap((piece) => (piece.mention ? [piece] : linksIn(piece.text)));
  return (
    <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
      {pieces.map((piece, at) =>
        "href" in piece ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
          <a key={at} className="link underline" href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
            {piece.text}
          </a>
        ) : "mention" in piece ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
          <strong key={at} className="rounded-sm bg-brand-soft px-0.5 font-medium text-brand">
            {piece.text}
          </strong>
        ) : (
          piece.text
        ),
      )}
    </p>
  );
}

import { linksIn } from "../inbox/links";

/** What somebody wrote: text and nothing but text, with its links (statements M37, M38). */
export function ChatText({ text }: { text: string }) {
  return (
    <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
      {linksIn(text).map((piece, at) =>
        piece.href ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one text never move
          <a key={at} className="link underline" href={piece.href} target="_blank" rel="noopener noreferrer nofollow">
            {piece.text}
          </a>
        ) : (
          piece.text
        ),
      )}
    </p>
  );
}

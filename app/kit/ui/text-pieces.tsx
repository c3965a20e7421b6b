/** A piece of a text: plain, a link with the words it was written in, or a mention of a colleague. */
type TextPiece = { text: string; href?: string; mention?: boolean };

/** A text in its pieces; joined they are the text. */
export function TextPieces({ pieces }: { pieces: readonly TextPiece[] }) {
  let end = 0;
  return pieces.map(({ text, href, mention }) => {
    const start = end;
    end += text.length;
    if (href !== undefined)
      return (
        <a key={start} className="link underline" href={href} target="_blank" rel="noopener noreferrer nofollow">
          {text}
        </a>
      );
    if (!mention) return text;
    return (
      <strong key={start} className="rounded-sm bg-brand-soft px-0.5 font-medium text-brand">
        {text}
      </strong>
    );
  });
}

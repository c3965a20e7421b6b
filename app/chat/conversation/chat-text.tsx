import { type Mention, mentionPieces } from "../../../rules/mentions";
import { TextPieces } from "../../kit/ui/text-pieces";
import { linksIn } from "../inbox/links";

type ChatTextProps = { text: string; mentions?: readonly Mention[] };

const none: readonly Mention[] = [];

/** What somebody wrote: text and nothing but text, with its links and mentions (statements M37, M38). */
export function ChatText({ text, mentions = none }: ChatTextProps) {
  const pieces = mentionPieces(text, mentions).flatMap((piece) => (piece.mention ? [piece] : linksIn(piece.text)));
  return (
    <p className="whitespace-pre-wrap wrap-anywhere" dir="auto">
      <TextPieces pieces={pieces} />
    </p>
  );
}

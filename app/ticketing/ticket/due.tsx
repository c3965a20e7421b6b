import { Status } from "../../kit/ui/status";
import { dueState, type Timed } from "../kit/labels";

type DueProps = {
  ticket: Timed;
  now: number;
  zone: string;
  /** In a line of text: nothing unfolds there. */
  inline?: boolean;
};

/**
 * The state of the clock in words and colour. Why it is so stands in the hover and unfolds below: for a finger, for the
 * keyboard and for who hears the page.
 */
export function Due({ ticket, now, zone, inline = false }: DueProps) {
  const { kind, words, why } = dueState(ticket, now, zone);
  if (!why || inline)
    return (
      <span title={why || undefined}>
        <Status kind={kind}>{words}</Status>
        {why && <span className="sr-only">. {why}</span>}
      </span>
    );
  return (
    // On a card it stands right below the ticket's link: a finger must not take one for the other (WCAG 2.5.8).
    <details className="group/due inline-block max-w-full align-middle max-sm:mt-0.5" title={why}>
      <summary className="relative w-fit cursor-help max-sm:py-0.5">
        <Status kind={kind}>{words}</Status>
        <span className="sr-only">, why</span>
      </summary>
      <p className="w-0 min-w-full py-1 text-sm whitespace-normal text-quiet group-open/due:w-60">{why}</p>
    </details>
  );
}

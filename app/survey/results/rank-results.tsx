import type { QuestionStatistics } from "../../../services/survey/contract.responses";
import { Link } from "../../kit/ui/link";
import { Bar } from "../../kit/ui/progress";

const said = (n: number) => n.toLocaleString("en-KE");

/** `to`: the responses in which a choice is at a place, or at any. */
type RankProps = { figures: QuestionStatistics; title: string; to(choice: number, place: number | null): string };

/** Of a ranking: the choices by their mean place, and how often each was first; nothing for other questions. */
export function RankResults({ figures: { ranks }, title, to }: RankProps) {
  if (!ranks) return null;
  return (
    <table className="mt-3 w-full max-w-[720px]">
      <caption className="sr-only">{title}</caption>
      <thead>
        <tr className="text-left text-sm text-quiet">
          <th scope="col" className="py-1 pr-3 font-normal">
            Choice
          </th>
          <th scope="col" className="py-1 pl-3 text-right font-normal">
            Mean place
          </th>
          <th scope="col" className="py-1 pl-3 text-right font-normal">
            First
          </th>
        </tr>
      </thead>
      <tbody>
        {ranks.map(({ label, choice, ranked, mean, first }) => (
          <tr key={choice}>
            <th scope="row" className="py-1 pr-3 text-left font-normal wrap-anywhere">
              {label}
            </th>
            <td className="num py-1 pl-3 text-right">{mean === null ? "none" : mean.toFixed(2)}</td>
            <td className="num py-1 pl-3 text-right whitespace-nowrap">
              <Link className="link" to={to(choice, 1)}>
                {said(first)}
              </Link>{" "}
              of{" "}
              <Link className="link" to={to(choice, null)}>
                {said(ranked)}
              </Link>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** `to`: the responses with a choice in a row. */
type RowProps = { figures: QuestionStatistics; to(row: number, choice: number): string };

/** Of a matrix: the shares of each row among those who answered it; nothing for other questions. */
export function RowResults({ figures: { rows }, to }: RowProps) {
  if (!rows) return null;
  return rows.map(({ label, row, answered, shares }) => (
    <table key={row} className="mt-3 w-full max-w-[720px]">
      <caption className="text-left font-medium wrap-anywhere">
        {label} <span className="num text-sm font-normal text-quiet">{said(answered)} answered</span>
      </caption>
      <tbody>
        {shares.map((share) => (
          <tr key={share.choice}>
            <th scope="row" className="w-2/5 py-1 pr-3 text-left font-normal wrap-anywhere">
              {share.choice === null ? (
                share.label
              ) : (
                <Link className="link" to={to(row, share.choice)}>
                  {share.label}
                </Link>
              )}
            </th>
            <td className="py-1">
              <Bar value={share.count} max={Math.max(1, answered)} label={`${label}: ${share.label}`} />
            </td>
            <td className="num w-28 py-1 pl-3 text-right whitespace-nowrap">
              {said(share.count)}, {answered > 0 ? Math.round((share.count / answered) * 100) : 0}%
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  ));
}

import { commas } from "../../../rules/format";
import type { SurveyWords } from "../../../services/survey/contract.analysis";
import { Card } from "../../kit/ui/card";
import { Link } from "../../kit/ui/link";
import { Bar } from "../../kit/ui/progress";

type WordCountsProps = { found: SurveyWords; to: (word: string) => string };

/** Words with the number of answers that they are in; each opens its responses. */
export function WordCounts({ found: { words, read, more }, to }: WordCountsProps) {
  return (
    <Card label="Words" padded>
      <p className="num mb-3 text-quiet">
        {more
          ? `Of the newest ${commas(read)} answers. There are older ones, which the list of a word's responses has too.`
          : `Of ${commas(read)} ${read === 1 ? "answer" : "answers"}.`}
      </p>
      <table className="w-full max-w-[720px]">
        <caption className="sr-only">Most used words</caption>
        <tbody>
          {words.map(({ word, count }) => (
            <tr key={word}>
              <th scope="row" className="w-2/5 py-1 pr-3 text-left font-normal wrap-anywhere">
                <Link className="link inline-block min-h-6" to={to(word)}>
                  {word}
                </Link>
              </th>
              <td className="py-1">
                <Bar value={count} max={Math.max(1, words[0]?.count ?? 1)} label={word} />
              </td>
              <td className="num w-20 py-1 pl-3 text-right whitespace-nowrap">{commas(count)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  );
}

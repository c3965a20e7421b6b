import { commas } from "../../../rules/format";
import type { InterviewerCount } from "../../../services/survey/contract.responses";
import { href } from "../../href";
import { Card } from "../../kit/ui/card";
import { Link } from "../../kit/ui/link";

type InterviewersProps = { uuid: string; interviewers: readonly InterviewerCount[] };

/** Who interviewed, and how many of their interviews are completed. */
export function Interviewers({ uuid, interviewers }: InterviewersProps) {
  if (interviewers.length === 0) return null;
  return (
    <Card label="Interviewers" padded>
      <h2 className="font-semibold">Interviewers</h2>
      <ul className="mt-2 grid max-w-[720px] gap-1">
        {interviewers.map(({ id, name, sessions, completed }) => (
          <li key={id} className="flex flex-wrap justify-between gap-x-4">
            <Link
              className="link wrap-anywhere"
              to={href("/survey/:uuid/responses", { uuid }, { state: "all", interviewer: id })}
            >
              {name}
            </Link>
            <span className="num text-quiet">
              {commas(completed)} of {commas(sessions)} completed
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

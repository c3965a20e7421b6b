import { href } from "../href";
import { Link } from "./ui/link";

type InterviewLinkProps = { phone: string; name?: string /** Where it is begun from: "ticket/12". */; source: string };

/** Leads to the choice of a survey that somebody whose number is known is asked by whoever is signed in. */
export function InterviewLink({ phone, name = "", source }: InterviewLinkProps) {
  return (
    <Link
      className="link text-sm"
      to={href("/survey/interview", undefined, { phone, ...(name ? { name } : {}), from: source })}
    >
      Ask the questions of a survey
    </Link>
  );
}

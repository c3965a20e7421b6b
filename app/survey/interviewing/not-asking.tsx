import { Form } from "@remix-run/react";
import { breakOffNames } from "../../../rules/survey/interviews";
import type { Interview } from "../../../services/survey/contract.interviews";
import { href } from "../../href";
import { type LastPost, typedValue } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";

/** In the place of the question: the interview has ended, was broken off, or somebody else has it. */
export function NotAsking({ interview, last }: { interview: Interview; last: LastPost }) {
  const { id, uuid, question, ending, open, period, language, disposition } = interview;
  const unsaved = typedValue(last, "text");
  const broken = disposition === "breakoff" || disposition === "partial" || disposition === "refused";
  const [heading, text] = headline(interview);
  return (
    <Card label={heading} padded>
      <h2 className="font-semibold">{heading}</h2>
      <p className="mt-1 text-quiet wrap-anywhere">{text}</p>
      {period.note && <p className="mt-2 whitespace-pre-wrap wrap-anywhere">{period.note}</p>}
      {!question && !broken && (
        <p className="mt-4 text-lg whitespace-pre-wrap wrap-anywhere" lang={language}>
          {ending}
        </p>
      )}
      {unsaved && (
        <div className="mt-4">
          <p className="label">What you typed was not saved</p>
          <p className="whitespace-pre-wrap wrap-anywhere">{unsaved}</p>
        </div>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        {question && open && (
          <Form method="post">
            <Button name="intent" value="go-on" variant="primary" size="lg">
              {period.ended_at === null ? "Take over" : "Continue"}
            </Button>
          </Form>
        )}
        <LinkButton size="lg" to={href("/survey/:uuid/interview", { uuid })}>
          Other interviews
        </LinkButton>
        <LinkButton size="lg" to={href("/survey/:uuid/responses/:id", { uuid, id })}>
          See the response
        </LinkButton>
      </div>
    </Card>
  );
}

function headline({ question, open, period, disposition }: Interview): [heading: string, text: string] {
  const { interviewer, ended_at, reason } = period;
  if (question && !open) return ["This survey takes no more answers", "It was closed. The answers so far are kept."];
  if (question && ended_at === null)
    return [`${interviewer} asks now`, "Only one person can enter answers at a time. The answers so far are kept."];
  const why = reason === "" || reason === "taken over" ? "" : `${breakOffNames[reason]}, ${interviewer}.`;
  if (question) return ["Broken off", why || "It can be continued."];
  if (why) return ["Ended early", why];
  return disposition === "completed"
    ? ["Interview completed", "Read the last text aloud. All answers are saved."]
    : ["Interview ended", "All answers are saved."];
}

import { Form } from "@remix-run/react";
import type { OpenSession } from "../../../services/survey/contract.interviews";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { sessionChannelName } from "../../kit/survey-runs/labels";
import { Button } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";
import { KeyValues } from "../../kit/ui/description-list";
import { Link } from "../../kit/ui/link";

type TakeOverCardProps = { uuid: string; session: OpenSession; from: string; zone: string };

/** What a number is asked already: of this survey it can be gone on with, another one must end first. */
export function TakeOverCard({ uuid, session, from, zone }: TakeOverCardProps) {
  const { id, title, channel, interviewer, answered, begun_at } = session;
  const here = session.uuid === uuid;
  return (
    <Card label="Begun already" padded>
      <h2 className="font-semibold">
        {here ? "This number has begun this survey" : "This number is being asked another survey"}
      </h2>
      <p className="mt-1 text-quiet">
        {here
          ? "If you take over, the answers so far are kept and nothing more is asked by message. A reply that still comes is an ordinary message."
          : "A number is asked one survey at a time. End the other one first, or wait until it is over."}
      </p>
      <div className="mt-3">
        <KeyValues
          rows={[
            {
              label: "Survey",
              value: (
                <Link className="link" to={href("/survey/:uuid/interview", { uuid: session.uuid })}>
                  {title}
                </Link>
              ),
            },
            { label: "Channel", value: sessionChannelName[channel] },
            ...(interviewer ? [{ label: "Interviewer", value: interviewer }] : []),
            { label: "Begun", value: <DateTime at={begun_at} zone={zone} /> },
            { label: "Answered so far", value: String(answered) },
          ]}
        />
      </div>
      {here && (
        <Form method="post" className="mt-4">
          <input type="hidden" name="session" value={id} />
          <input type="hidden" name="from" value={from} />
          <Button name="intent" value="take-over" variant="primary" size="lg">
            {channel === "agent" && !interviewer ? "Continue" : "Take over"}
          </Button>
        </Form>
      )}
    </Card>
  );
}

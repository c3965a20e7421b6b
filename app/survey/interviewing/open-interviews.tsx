import { Form } from "@remix-run/react";
import { showPhone } from "../../../rules/phone";
import { breakOffNames } from "../../../rules/survey/interviews";
import type { OpenInterview } from "../../../services/survey/contract.interviews";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { EmptyState } from "../../kit/ui/empty-state";
import { Link } from "../../kit/ui/link";

type OpenInterviewsProps = { uuid: string; open: { data: OpenInterview[]; total: number }; zone: string };

/** Interviews that were broken off, or that somebody has open now. */
export function OpenInterviews({ uuid, open, zone }: OpenInterviewsProps) {
  return (
    <Card label="Open interviews">
      <CardHead title="Open interviews">
        <span className="num text-quiet">{open.total}</span>
      </CardHead>
      {open.data.length === 0 ? (
        <EmptyState title="No open interviews" text="An interview that is not finished is listed here." />
      ) : (
        <ul className="divide-y divide-line">
          {open.data.map((one) => (
            <li key={one.id} className="grid gap-x-4 gap-y-2 px-4 py-3 sm:grid-cols-[minmax(0,1fr)_auto]">
              <div className="min-w-0">
                <Link className="link wrap-anywhere" to={href("/survey/:uuid/interview/:id", { uuid, id: one.id })}>
                  {calledBy(one)}
                </Link>
                <p className="text-sm text-quiet wrap-anywhere">
                  {one.asking
                    ? one.mine
                      ? "You are asking now"
                      : `${one.interviewer} asks now`
                    : `${reasonText(one)}, ${one.interviewer}`}
                  . <span className="num">{one.answered}</span> answered, last{" "}
                  <DateTime at={one.active_at} zone={zone} />
                </p>
                {one.note && <p className="text-sm wrap-anywhere">{one.note}</p>}
              </div>
              <Form method="post">
                <input type="hidden" name="session" value={one.id} />
                <Button name="intent" value="take-over">
                  {one.asking && !one.mine ? "Take over" : "Continue"}
                  <span className="sr-only"> with {calledBy(one)}</span>
                </Button>
              </Form>
            </li>
          ))}
        </ul>
      )}
      {open.total > open.data.length && (
        <p className="border-t border-line px-4 py-3 text-sm text-quiet">
          The newest {open.data.length} of {open.total}.
        </p>
      )}
    </Card>
  );
}

function calledBy({ id, name, msisdn }: OpenInterview): string {
  return name || (msisdn ? showPhone(msisdn) : `Interview ${id}`);
}

function reasonText({ reason }: OpenInterview): string {
  return reason === "" || reason === "taken over" ? "Not finished" : breakOffNames[reason];
}

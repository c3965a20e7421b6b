import type { SurveyInstanceDetail } from "../../../services/survey/contract.instances";
import { href } from "../../href";
import { LinkButton } from "../ui/button";
import { Card } from "../ui/card";
import { RunFrame } from "./run-frame";
import { TapChoices } from "./tap-choices";

/** What people get of a run: its SMS with their parts, or its messages on WhatsApp with what is tapped. */
export function RunQuestions({ run }: { run: SurveyInstanceDetail }) {
  const { uuid, status, texts, channel_id } = run;
  return (
    <>
      <RunFrame run={run} tab="Questions" />
      <div className="grid max-w-[720px] gap-4">
        <p className="text-quiet">
          {status === "pending"
            ? "What people get. Which questions someone is asked depends on the answers."
            : "What people get. A run keeps the questions that it began with."}
        </p>
        <Card label="Questions">
          <ol className="divide-y divide-line">
            {texts.map(({ question, text, parts, taps, list }, place) => (
              <li key={question} className="grid gap-1.5 px-4 py-3">
                <p className="max-w-[46ch] rounded bg-raised px-3 py-2 text-sm whitespace-pre-wrap wrap-anywhere">
                  {text}
                </p>
                {taps.length > 0 && <TapChoices label={`Choices of question ${place + 1}`} titles={taps} list={list} />}
                {channel_id === "sms" ? (
                  <p className={`text-sm ${parts > 2 ? "text-warn" : "text-quiet"}`}>
                    Question {place + 1}: {parts === 1 ? "1 part" : `${parts} parts`} of SMS
                    {parts > 2 && ". Shorten it to pay less."}
                  </p>
                ) : (
                  <p className="text-sm text-quiet">
                    Question {place + 1}: {taps.length === 0 ? "answered in words" : list ? "a list" : "buttons"}
                  </p>
                )}
              </li>
            ))}
          </ol>
        </Card>
        {status === "pending" && (
          <div>
            <LinkButton to={href("/survey/:uuid/build", { uuid })}>Change the questions</LinkButton>
          </div>
        )}
      </div>
    </>
  );
}

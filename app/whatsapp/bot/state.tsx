import { Form, useNavigation } from "@remix-run/react";
import { Power } from "lucide-react";
import { findAnswer } from "../../../rules/whatsapp/bot";
import { href } from "../../href";
import { DateTime } from "../../kit/date-time";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { Link } from "../../kit/ui/link";
import { Status } from "../../kit/ui/status";
import { botStatus, textsForm } from "./labels";
import type { LoadedBot } from "./loaded-bot";

/** Whether the bot answers, what is wrong with its draft, and the switch. */
export function BotState({ bot, zone }: { bot: LoadedBot; zone: string }) {
  const working = useNavigation().state === "submitting";
  const { kind, word } = botStatus(bot);
  const wrong = bot.problems.filter(({ stops }) => stops).length;
  const reason = wrong > 0 ? { disabledReason: "Correct the problems below first." } : {};
  return (
    <Card label="State">
      <CardHead title={<Status kind={kind}>{word}</Status>}>
        <div className="flex flex-wrap gap-2">
          {bot.active && (
            <Form method="post" preventScrollReset>
              <Button name="intent" value="off" working={working}>
                Switch off
              </Button>
            </Form>
          )}
          {/* The first button of the texts is what Enter presses. */}
          <button
            type="submit"
            form={textsForm}
            name="intent"
            value="texts"
            className="sr-only"
            tabIndex={-1}
            aria-hidden="true"
          />
          {(bot.changed || !bot.active) && (
            <Button
              {...{ form: textsForm, name: "intent", value: "on", variant: "primary", working, ...reason }}
              {...(bot.active ? {} : { icon: Power })}
            >
              {bot.active ? "Put the changes into use" : "Switch on"}
            </Button>
          )}
        </div>
      </CardHead>
      <div className="grid gap-2 p-4 text-sm">
        {bot.problems.length === 0 ? (
          <p>No problems.</p>
        ) : (
          <ul className="grid gap-1" aria-label="Problems">
            {bot.problems.map((problem) => (
              <li key={`${problem.answer} ${problem.words}`} className={problem.stops ? "text-bad" : "text-warn"}>
                <ProblemPlace bot={bot} answer={problem.answer} />
                {problem.words}
              </li>
            ))}
          </ul>
        )}
        {!bot.connected && <p className="text-warn">The number is not connected, so no one writes to this bot.</p>}
        {bot.always_open && <p className="text-quiet">You have no business hours: the away answer is never used.</p>}
        {bot.updated_at !== null && (
          <p className="text-quiet">
            Changed by {bot.updated_by}, <DateTime at={new Date(bot.updated_at * 1000).toISOString()} zone={zone} />
          </p>
        )}
      </div>
    </Card>
  );
}

function ProblemPlace({ bot, answer }: { bot: LoadedBot; answer: string }) {
  const found = findAnswer(bot.draft, answer);
  if (!found) return null;
  return (
    <>
      <Link className="link" to={href("/whatsapp/bot/:id/answers/:answer", { id: bot.inbox_id, answer })}>
        {found.name}
      </Link>
      {": "}
    </>
  );
}

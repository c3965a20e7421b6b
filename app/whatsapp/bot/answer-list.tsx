import { Form } from "@remix-run/react";
import { ArrowDown, ArrowUp, MessageSquareText, Pencil, Plus, Trash2 } from "lucide-react";
import { shorten } from "../../../rules/format";
import type { BotAnswer } from "../../../rules/whatsapp/bot";
import { href } from "../../href";
import { Button, LinkButton } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { EmptyState } from "../../kit/ui/empty-state";
import { styleNames, targetWords } from "./labels";
import type { LoadedBot } from "./loaded-bot";

/** The answers of a draft in their order, each with where it leads. */
export function AnswerList({ bot }: { bot: LoadedBot }) {
  const { answers } = bot.draft;
  const add = (
    <LinkButton to={href("/whatsapp/bot/:id/answers/:answer", { id: bot.inbox_id, answer: "new" })} icon={Plus}>
      Add an answer
    </LinkButton>
  );
  return (
    <Card label="Answers">
      <CardHead title="Answers">{answers.length > 0 && add}</CardHead>
      {answers.length === 0 ? (
        <EmptyState
          icon={MessageSquareText}
          title="No answers yet"
          text="Begin with a menu: a question with choices that lead to other answers or to a person."
          actions={add}
        />
      ) : (
        <ol className="divide-y divide-line">
          {answers.map((answer, place) => (
            <AnswerRow key={answer.id} bot={bot} answer={answer} place={place} />
          ))}
        </ol>
      )}
    </Card>
  );
}

function AnswerRow({ bot, answer, place }: { bot: LoadedBot; answer: BotAnswer; place: number }) {
  const { id, name, text, style, choices, leads_to, keywords } = answer;
  const params = { id: bot.inbox_id, answer: id };
  const isLast = place === bot.draft.answers.length - 1;
  return (
    <li className="flex flex-wrap items-start gap-x-3 gap-y-1 py-2.5 pr-3 pl-4">
      <div className="min-w-40 flex-1 text-sm">
        <p className="text-base font-medium wrap-anywhere">
          {name}
          {bot.draft.start === id && (
            <span className="ml-2 text-sm font-normal text-good">Begins the conversation</span>
          )}
        </p>
        <p className="wrap-anywhere">{shorten(text, 140) || "No text yet"}</p>
        {choices.length > 0 ? (
          <ul className="mt-1 text-quiet" aria-label={styleNames[style]}>
            {choices.map((choice, number) => (
              <li key={choice.label} className="wrap-anywhere">
                {number + 1}. {choice.label} → {targetWords(bot, choice.leads_to)}
              </li>
            ))}
          </ul>
        ) : (
          <p className="text-quiet wrap-anywhere">Then: {targetWords(bot, leads_to)}</p>
        )}
        {keywords.length > 0 && <p className="text-quiet wrap-anywhere">Keywords: {keywords.join(", ")}</p>}
      </div>
      <div className="flex items-center">
        <Form
          method="post"
          action={href("/whatsapp/bot/:id", { id: bot.inbox_id })}
          className="flex"
          preventScrollReset
        >
          <input type="hidden" name="answer" value={id} />
          <Button
            variant="ghost"
            icon={ArrowUp}
            label={`Move ${name} up`}
            name="intent"
            value="up"
            {...(place === 0 ? { disabledReason: "It is the first." } : {})}
          />
          <Button
            variant="ghost"
            icon={ArrowDown}
            label={`Move ${name} down`}
            name="intent"
            value="down"
            {...(isLast ? { disabledReason: "It is the last." } : {})}
          />
        </Form>
        <LinkButton
          to={href("/whatsapp/bot/:id/answers/:answer", params)}
          variant="ghost"
          icon={Pencil}
          label={`Change ${name}`}
        />
        <LinkButton
          to={href("/whatsapp/bot/:id/answers/:answer/delete", params)}
          variant="ghost"
          icon={Trash2}
          label={`Delete ${name}`}
        />
      </div>
    </li>
  );
}

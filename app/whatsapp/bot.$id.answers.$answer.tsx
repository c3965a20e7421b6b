// /whatsapp/bot/:id/answers/:answer - an answer of a bot, or a new one: its text, its choices, its keywords
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { type BotAnswer, botLimits, botStyles, findAnswer } from "../../rules/whatsapp/bot";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { titledBy } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { Select, TextArea, TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { UnsavedForm } from "../kit/unsaved";
import { act, done, expectStatus, page } from "../shell/page.server";
import { answerField, TypedAnswer, toAnswer } from "./bot/answer-form";
import { ChoiceRows } from "./bot/choice-rows";
import { styleNames, targetChoices } from "./bot/labels";

const path = "/whatsapp/bot/:id/answers/:answer";

const fresh: Omit<BotAnswer, "id"> = { name: "", text: "", style: "buttons", choices: [], leads_to: "", keywords: [] };

export const meta = titledBy<typeof loader>(({ data }) => data?.held.name || "New answer");

export const loader = page(path, async ({ api, params }) => {
  const bot = expectStatus(await api.chat.bot({ params: { id: Number(params.id) || 0 } }), 200);
  const held = params.answer === "new" ? fresh : findAnswer(bot.draft, params.answer);
  if (!held) throw new Response("There is no such answer.", { status: 404 });
  const problems = bot.problems.filter(({ answer }) => answer === params.answer).map(({ words }) => words);
  return { id: bot.inbox_id, name: bot.name, draft: bot.draft, teams: bot.teams, skills: bot.skills, held, problems };
});

export const action = act(path, TypedAnswer, async ({ api, params, value, from, refuse }) => {
  const id = Number(params.id) || 0;
  const given = params.answer === "new" ? {} : { id: params.answer };
  const answer = await api.chat.saveBotAnswer({ params: { id }, body: { ...toAnswer(value), ...given } });
  if (answer.status === 201)
    return done(from, href("/whatsapp/bot/:id", { id }), `${answer.body.name} is saved in the draft.`, "Saved");
  const errors: Record<string, string[]> = {};
  for (const [name, words] of Object.entries(answer.body.errors ?? {})) {
    const field = answerField(name, value);
    errors[field] = [...(errors[field] ?? []), ...words];
  }
  return refuse({ ...answer.body, errors });
});

export default function AnswerPage() {
  const { id, name, held, problems, ...known } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const back = href("/whatsapp/bot/:id", { id });
  const typed = keepTyped(last, {
    ...{ name: held.name, text: held.text, style: held.style as string, leads_to: held.leads_to },
    keywords: held.keywords.join(", "),
  });
  const errors = fieldErrors(last);
  const field = (part: keyof typeof typed) => ({
    ...{ id: part, name: part, defaultValue: typed[part], errors: errors[part] ?? [] },
  });
  return (
    <>
      <PageHeader
        title={held.name || "New answer"}
        trail={[
          { label: "WhatsApp bots", to: href("/whatsapp/bot") },
          { label: `Bot of ${name}`, to: back },
        ]}
      />
      <PostResult last={last} idOf={(part) => part} />
      {problems.length > 0 && !last && (
        <ul className="mb-4 grid gap-1 text-sm text-bad" aria-label="Problems">
          {problems.map((words) => (
            <li key={words}>{words}</li>
          ))}
        </ul>
      )}
      <Card padded label="The answer" className="max-w-[760px] md:p-5!">
        <Form method="post" className="grid gap-5">
          <UnsavedForm refused={last} />
          <TextInput
            label="Name"
            help="For your team; customers do not see it."
            maxLength={botLimits.name}
            autoComplete="off"
            {...field("name")}
          />
          <TextArea
            label="Text"
            help={`At most ${botLimits.body} characters with buttons or a list, ${botLimits.plain} without.`}
            rows={5}
            maxLength={botLimits.plain}
            {...field("text")}
          />
          <Select
            label="Choices are shown as"
            help={`A button has at most ${botLimits.button} characters, a row of a list ${botLimits.row}.`}
            choices={botStyles.map((value) => ({ value, label: styleNames[value] }))}
            {...field("style")}
          />
          <ChoiceRows last={last} held={held.choices} targets={targetChoices(known, false)} />
          <Select
            label="Without choices it leads to"
            empty="Nowhere yet"
            choices={targetChoices(known, true)}
            {...field("leads_to")}
          />
          <TextArea
            label="Keywords"
            optional
            help="Words in English and Swahili that lead here from any message, with commas between them: price, bei."
            rows={2}
            {...field("keywords")}
          />
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" size="lg" working={working}>
              Save the answer
            </Button>
            <LinkButton to={back} size="lg" variant="ghost">
              Cancel
            </LinkButton>
          </div>
        </Form>
      </Card>
    </>
  );
}

// /whatsapp/bot/:id - the bot of one number: its texts, its answers, what is wrong with it, and a test (?said= messages)
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titledBy } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { PageHeader } from "../kit/ui/page-header";
import { StatStrip } from "../kit/ui/stat";
import { act, done, expectStatus, page } from "../shell/page.server";
import { AnswerList } from "./bot/answer-list";
import { figureStats } from "./bot/labels";
import { Misses } from "./bot/misses";
import { readTest, replayBot } from "./bot/replay";
import { BotState } from "./bot/state";
import { Tester } from "./bot/tester";
import { BotTexts } from "./bot/texts";

const path = "/whatsapp/bot/:id";

export const meta = titledBy<typeof loader>(({ data }) => (data ? `Bot of ${data.bot.name}` : "Bot of a number"));

export const loader = page(path, async ({ api, params, url, viewer }) => {
  const bot = expectStatus(await api.chat.bot({ params: { id: Number(params.id) || 0 } }), 200);
  const test = readTest(url);
  return { bot, test, tested: replayBot(bot.draft, test.messages, test.open), zone: viewer.time_zone };
});

const Texts = z.object({
  ...{ greeting: typedText, away: typedText, retry: typedText, hand_over: typedText },
  ...{ list_button: typedText, start: typedText },
});
const Posted = z.discriminatedUnion("intent", [
  Texts.extend({ intent: z.literal("texts") }),
  // What is typed into the texts is put into use with the draft.
  Texts.extend({ intent: z.literal("on") }),
  z.object({ intent: z.literal("off") }),
  z.object({ intent: z.enum(["up", "down"]), answer: typedText }),
]);

export const action = act(path, Posted, async ({ api, params, value, from, refuse }) => {
  const id = Number(params.id) || 0;
  const here = href(path, { id });
  if (value.intent === "texts" || value.intent === "on") {
    const { intent, ...body } = value;
    const answer = await api.chat.saveBot({ params: { id }, body });
    if (answer.status !== 201) return refuse(answer.body);
    if (intent === "texts") return done(from, here, answer.body.message, "Saved");
  }
  if (value.intent === "up" || value.intent === "down") {
    const by = value.intent === "up" ? (-1 as const) : (1 as const);
    const answer = await api.chat.moveBotAnswer({ params: { id, answer: value.answer }, body: { by } });
    return answer.status === 201 ? done(from, here) : refuse(answer.body);
  }
  const answer = await api.chat.switchBot({ params: { id }, body: { active: value.intent === "on" } });
  return answer.status === 201 ? done(from, here, answer.body.message) : refuse(answer.body);
});

export default function BotPage() {
  const { bot, test, tested, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const here = href(path, { id: bot.inbox_id });
  return (
    <>
      <PageHeader
        title={`Bot of ${bot.name}`}
        text="What you change here is a draft until you put it into use."
        back={{ label: "WhatsApp bots", to: href("/whatsapp/bot") }}
      />
      <PostResult last={last} idOf={(name) => name} />
      <div className="grid items-start gap-4 xl:grid-cols-[minmax(0,1fr)_360px]">
        <div className="grid min-w-0 gap-4">
          <BotState bot={bot} zone={zone} />
          <AnswerList bot={bot} />
          <BotTexts bot={bot} last={last} />
        </div>
        <Tester path={here} {...test} tested={tested} />
      </div>
      <div className="mt-4 grid gap-4">
        <h2 className="text-base font-semibold">Last 30 days</h2>
        <StatStrip label="Last 30 days" stats={figureStats(bot.figures)} />
        <Misses bot={bot} zone={zone} />
      </div>
    </>
  );
}

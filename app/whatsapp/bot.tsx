// /whatsapp/bot - the numbers with their bots, and what each did in the last 30 days
import { useLoaderData } from "@remix-run/react";
import { Bot as BotIcon, Pencil } from "lucide-react";
import { href } from "../href";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { KeyValues } from "../kit/ui/description-list";
import { EmptyState } from "../kit/ui/empty-state";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { expectStatus, page } from "../shell/page.server";
import { botStatus, figureStats } from "./bot/labels";
import { mayOpen } from "./broadcasts/access.server";

const path = "/whatsapp/bot";

export const meta = titled("WhatsApp bots");

export const loader = page(path, async ({ api, viewer }) => ({
  bots: expectStatus(await api.chat.bots({}), 200).data,
  mayConnect: mayOpen(viewer, "/chat/channels/whatsapp"),
}));

export default function Bots() {
  const { bots, mayConnect } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="WhatsApp bots"
        text="A bot greets your customers, answers what is often asked, and hands over to your agents. Figures are of the last 30 days."
      />
      {bots.length === 0 && (
        <Card>
          <EmptyState
            icon={BotIcon}
            title="No number yet"
            text="A bot answers on a number of the WhatsApp Business Platform."
            actions={
              mayConnect && (
                <LinkButton to={href("/whatsapp/inboxes/addNumber")} variant="primary">
                  Add a number
                </LinkButton>
              )
            }
          />
        </Card>
      )}
      <div className="grid max-w-[1152px] gap-4 lg:grid-cols-2">
        {bots.map((bot) => {
          const { kind, word } = botStatus(bot);
          return (
            <Card key={bot.inbox_id} label={bot.name}>
              <CardHead title={bot.name}>
                <LinkButton to={href("/whatsapp/bot/:id", { id: bot.inbox_id })} icon={Pencil}>
                  {bot.answers === 0 ? "Write the bot" : "Open the bot"}
                </LinkButton>
              </CardHead>
              <div className="p-4">
                <KeyValues
                  rows={[
                    { label: "Bot", value: <Status kind={kind}>{word}</Status> },
                    ...(bot.connected ? [] : [{ label: "Number", value: "Not connected" }]),
                    { label: "Answers", value: String(bot.answers) },
                    ...figureStats(bot.figures),
                  ]}
                />
              </div>
            </Card>
          );
        })}
      </div>
    </>
  );
}

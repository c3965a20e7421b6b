// /whatsapp/bot/:id/answers/:answer/delete - the last step before an answer of a bot goes
import { useActionData, useLoaderData } from "@remix-run/react";
import { findAnswer } from "../../rules/whatsapp/bot";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";

const path = "/whatsapp/bot/:id/answers/:answer/delete";

export const meta = titled("Delete an answer");

export const loader = page(path, async ({ api, params }) => {
  const bot = expectStatus(await api.chat.bot({ params: { id: Number(params.id) || 0 } }), 200);
  const answer = findAnswer(bot.draft, params.answer);
  if (!answer) throw new Response("There is no such answer.", { status: 404 });
  const leading = bot.draft.answers.filter(({ choices, leads_to }) =>
    [leads_to, ...choices.map((choice) => choice.leads_to)].includes(`answer:${answer.id}`),
  );
  return { id: bot.inbox_id, name: bot.name, answer, leading: leading.map((one) => one.name) };
});

export const action = deleteAction(
  path,
  ({ api, params }) => api.chat.removeBotAnswer({ params: { id: Number(params.id) || 0, answer: params.answer } }),
  ({ message }, { params }) => ({ to: href("/whatsapp/bot/:id", { id: params.id }), message, title: "Deleted" }),
);

export default function DeleteAnswer() {
  const { id, name, answer, leading } = useLoaderData<typeof loader>();
  return (
    <DeleteConfirm
      title={`Delete ${answer.name}?`}
      text="It goes from the draft. What leads to it leads nowhere until you change it."
      facts={[
        { label: "Text", value: answer.text || "None" },
        { label: "Leading to it", value: leading.join(", ") || "Nothing" },
      ]}
      submitLabel="Delete the answer"
      back={{ label: `Bot of ${name}`, to: href("/whatsapp/bot/:id", { id }) }}
      last={useActionData<typeof action>()}
    />
  );
}

// /settings/sms/replies/:id - the words and the answers of one keyword reply
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { titled } from "../kit/title";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { ReplyFields, ReplyForm, replyBody } from "./sms/reply-form";

const path = "/settings/sms/replies/:id";

export const meta = titled("Keyword reply");

export const loader = page(path, async ({ api, params }) =>
  expectStatus(await api.messaging.keywordReply({ params: { id: Number(params.id) } }), 200),
);

export const action = act(path, ReplyFields, async ({ api, params, value, refuse, from }) => {
  const answer = await api.messaging.updateKeywordReply({ params: { id: Number(params.id) }, body: replyBody(value) });
  return answer.status === 201
    ? done(from, href("/settings/sms/replies"), "Keyword reply changed")
    : refuse(answer.body);
});

export default function ChangeKeywordReply() {
  const reply = useLoaderData<typeof loader>();
  const back = { label: "Keyword replies", to: href("/settings/sms/replies") };
  return (
    <>
      <PageHeader title={[...reply.words_en, ...reply.words_sw].join(", ")} back={back} />
      <ReplyForm given={reply} last={useActionData<typeof action>()} submitLabel="Save" />
    </>
  );
}

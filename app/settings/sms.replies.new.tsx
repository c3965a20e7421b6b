// /settings/sms/replies/new - a new answer to words of the account's own
import { useActionData } from "@remix-run/react";
import { href } from "../href";
import { titled } from "../kit/title";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, page } from "../shell/page.server";
import { ReplyFields, ReplyForm, replyBody } from "./sms/reply-form";

const path = "/settings/sms/replies/new";

export const meta = titled("New keyword reply");

export const loader = page(path, async () => null);

export const action = act(path, ReplyFields, async ({ api, value, refuse, from }) => {
  const answer = await api.messaging.createKeywordReply({ body: replyBody(value) });
  return answer.status === 201 ? done(from, href("/settings/sms/replies"), "Keyword reply added") : refuse(answer.body);
});

export default function NewKeywordReply() {
  const back = { label: "Keyword replies", to: href("/settings/sms/replies") };
  return (
    <>
      <PageHeader title="New keyword reply" back={back} />
      <ReplyForm last={useActionData<typeof action>()} submitLabel="Add keyword reply" />
    </>
  );
}

// /settings/sms/replies/:id/delete - the last step before a keyword reply goes
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";

const path = "/settings/sms/replies/:id/delete";

export const meta = titled("Delete a keyword reply");

export const loader = page(path, async ({ api, params }) =>
  expectStatus(await api.messaging.keywordReply({ params: { id: Number(params.id) } }), 200),
);

export const action = deleteAction(
  path,
  ({ api, params }) => api.messaging.deleteKeywordReply({ params: { id: Number(params.id) } }),
  () => ({ to: href("/settings/sms/replies"), message: "Keyword reply deleted" }),
);

export default function DeleteKeywordReply() {
  const { words_en, words_sw, reply_en, reply_sw } = useLoaderData<typeof loader>();
  const words = [...words_en, ...words_sw].join(", ");
  return (
    <DeleteConfirm
      title={`Delete the reply to ${words}?`}
      text="Messages that begin with these words are not answered any more. They still arrive in the inbox."
      facts={[
        { label: "Reply in English", value: reply_en || "None" },
        { label: "Reply in Swahili", value: reply_sw || "None" },
      ]}
      submitLabel="Delete the reply"
      back={{ label: "Keyword replies", to: href("/settings/sms/replies") }}
      last={useActionData<typeof action>()}
    />
  );
}

// /chat/settings/canned-responses/:id/delete - the last step before a canned reply goes
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { deleteAction } from "../kit/delete.server";
import { DeleteConfirm } from "../kit/delete-confirm";
import { titled } from "../kit/title";
import { expectStatus, page } from "../shell/page.server";
import { plural, scopeNames } from "./settings/labels";

const path = "/chat/settings/canned-responses/:id/delete";
const list = href("/chat/settings/canned-responses");

export const meta = titled("Delete a canned reply");

export const loader = page(path, async ({ api, params }) => {
  const { data } = expectStatus(await api.chat.cannedResponses({}), 200);
  const one = data.find(({ id, mine }) => mine && String(id) === params.id);
  if (!one) throw new Response("There is no such canned reply.", { status: 404 });
  return { one };
});

export const action = deleteAction(
  path,
  ({ api, params }) => api.chat.removeCanned({ params: { id: Number(params.id) || 0 } }),
  ({ message }) => ({ to: list, message, title: "Deleted" }),
);

export default function DeleteCanned() {
  const { one } = useLoaderData<typeof loader>();
  const { title, scope, used, text_en, text_sw } = one;
  return (
    <DeleteConfirm
      title={`Delete ${title}?`}
      text="This cannot be undone. Messages sent with it stay as they are."
      facts={[
        { label: "For", value: scopeNames[scope] },
        { label: "Reply", value: text_en || text_sw },
        { label: "Used", value: used === 0 ? "Never" : plural(used, "time") },
      ]}
      submitLabel="Delete the reply"
      back={{ label: "Canned replies", to: list }}
      last={useActionData<typeof action>()}
    />
  );
}

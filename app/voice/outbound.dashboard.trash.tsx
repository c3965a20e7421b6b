// /voice/outbound/dashboard/trash - numbers that are not called any more, each of which can be restored
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { Trash2, Undo2 } from "lucide-react";
import { z } from "zod";
import { href } from "../href";
import { numberWords } from "../kit/call-labels";
import { loadList } from "../kit/lists/load.server";
import { ListPage } from "../kit/lists/page";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { typedId } from "../kit/typed-fields";
import { Button } from "../kit/ui/button";
import { act, done, page } from "../shell/page.server";
import { openPanels } from "./outbound/open-panels.server";
import { OutboundTabs } from "./outbound/outbound-tabs";
import { trashList } from "./outbound.dashboard.trash.list";

const path = "/voice/outbound/dashboard/trash";

export const meta = titled("Numbers in the trash");

export const loader = page(path, async (given) => ({
  ...(await loadList(trashList, given)),
  open: openPanels(given.viewer),
}));

export const action = act(path, z.object({ id: typedId }), async ({ api, value, from, refuse }) => {
  const answer = await api.voice.restoreTarget({ params: { id: value.id } });
  return answer.status === 201 ? done(from, href(path), answer.body.message, "Restored") : refuse(answer.body);
});

export default function OutboundTrash() {
  const found = useLoaderData<typeof loader>();
  return (
    <>
      <PostResult last={useActionData<typeof action>()} />
      <ListPage
        list={trashList}
        found={found}
        text="Wrong numbers, numbers on the do-not-call list, and what agents put here."
        action={({ id, phoneNumber }) => (
          <Form method="post">
            <input type="hidden" name="id" value={id} />
            <Button variant="ghost" icon={Undo2} label={`Restore ${numberWords(phoneNumber)}`} />
          </Form>
        )}
        empty={{ icon: Trash2, title: "The trash is empty", text: "Numbers that are not to be called appear here." }}
      >
        <OutboundTabs current={path} open={found.open} />
      </ListPage>
    </>
  );
}

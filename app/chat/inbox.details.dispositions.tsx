// /chat/inbox/details/dispositions - what an ended conversation was about, with a note
import { useActionData, useLocation } from "@remix-run/react";
import { z } from "zod";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { act, done, page } from "../shell/page.server";
import { Panel } from "./customer/panel";
import { DispositionForm, dispositionChoices } from "./inbox/disposition-form";
import { conversationList } from "./inbox/inbox";
import { inboxSearch } from "./inbox/inbox.server";
import { useInboxContext } from "./inbox/inbox-context";
import { inboxHref } from "./inbox/inbox-links";

const here = "/chat/inbox/details/dispositions";

export const meta = titled("Disposition");

export const loader = page(here, async () => null);

const DispositionChoice = z.object({ disposition: typedText, note: typedText });

/** A conversation that still runs is ended first: the two keys of the wrap-up do both. */
export const action = act(here, DispositionChoice, async ({ api, url, from, value, refuse }) => {
  const id = inboxSearch(url).chat;
  if (!id) return refuse({ message: "Choose a conversation first." });
  const [, type, item] = /^(\d{1,15})(?::(\d{1,15}))?$/.exec(value.disposition) ?? [];
  if (!type) return refuse({ message: "Choose a disposition." });
  const found = await api.chat.contact({ params: { id } });
  if (found.status !== 200) return refuse({ status: found.status, message: found.body.message });
  if (!found.body.contact.ended) {
    const ended = await api.chat.endContact({ params: { id } });
    if (ended.status !== 201) return refuse({ status: ended.status, message: ended.body.message });
  }
  const answer = await api.chat.setDisposition({
    body: {
      contact_id: id,
      type_id: Number(type),
      ...(item ? { item_id: Number(item) } : {}),
      note: value.note,
    },
  });
  if (answer.status !== 201) return refuse({ status: answer.status, message: answer.body.message });
  return done(from, inboxHref(url.search, { chat: undefined }), answer.body.message, "Saved");
});

export default function Dispositions() {
  const { open } = useInboxContext();
  const { search } = useLocation();
  const last = useActionData<typeof action>();
  if (!open) return null;
  const { contact, disposition } = open.detail;
  const place = conversationList(contact);
  const chosen = disposition && `${disposition.type_id}${disposition.item_id ? `:${disposition.item_id}` : ""}`;
  return (
    <Panel title="Disposition" {...(contact.disposition ? { aside: contact.disposition } : {})}>
      <PostResult last={last} />
      {place === "waiting" || place === "bot" ? (
        <p className="text-quiet">No one has answered yet. A disposition is set when the conversation has ended.</p>
      ) : (
        <DispositionForm
          action={inboxHref(search, {}, here)}
          choices={dispositionChoices(open.types, open.suggested)}
          all=""
          running={place === "open"}
          {...(chosen ? { chosen, note: disposition?.note ?? "" } : {})}
        />
      )}
    </Panel>
  );
}

// /chat/inbox/details/dispositions - what an ended conversation was about, with a note
import type { MetaFunction } from "@remix-run/node";
import { useActionData, useLocation } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { ActionNotice } from "../kit/action-notice";
import { done, page, receive } from "../shell/page.server";
import { placeOf } from "./desk";
import { stay } from "./desk.act.server";
import { searchOf } from "./desk.server";
import { useDeskContext } from "./desk-context";
import { deskTo } from "./desk-links";
import { choicesOf, DispositionForm } from "./disposition-form";
import { readForm } from "./form.server";
import { Panel } from "./panel";

const here = "/chat/inbox/details/dispositions";

export const meta: MetaFunction = () => [{ title: `Disposition - ${brand.name}` }];

export const loader = page(here, async () => null);

/** A conversation that still runs is ended first: the two keys of the wrap-up do both. */
export const action = receive(here, async ({ api, request, url, from }) => {
  const id = searchOf(url).chat;
  if (!id) return stay(422, "Choose a conversation first.");
  const form = await readForm(api, request);
  const [, type, item] = /^(\d{1,15})(?::(\d{1,15}))?$/.exec(form.value("disposition")) ?? [];
  if (!type) return stay(422, "Choose a disposition.");
  const found = await api.chat.contact({ params: { id } });
  if (found.status !== 200) return stay(found.status, found.body.message);
  if (!found.body.contact.ended) {
    const ended = await api.chat.endContact({ params: { id } });
    if (ended.status !== 201) return stay(ended.status, ended.body.message);
  }
  const answer = await api.chat.setDisposition({
    body: {
      contact_id: id,
      type_id: Number(type),
      ...(item ? { item_id: Number(item) } : {}),
      note: form.value("note"),
    },
  });
  if (answer.status !== 201) return stay(answer.status, answer.body.message);
  return done(from, deskTo(url.search, { chat: undefined }), answer.body.message, "Saved");
});

export default function Dispositions() {
  const { open } = useDeskContext();
  const { search } = useLocation();
  const last = useActionData<typeof action>();
  if (!open) return null;
  const { contact, disposition } = open.detail;
  const place = placeOf(contact);
  const chosen = disposition && `${disposition.type_id}${disposition.item_id ? `:${disposition.item_id}` : ""}`;
  return (
    <Panel title="Disposition" {...(contact.disposition ? { aside: contact.disposition } : {})}>
      <ActionNotice notice={last?.notice} />
      {place === "waiting" ? (
        <p className="text-quiet">No one has answered yet. A disposition is set when the conversation has ended.</p>
      ) : (
        <DispositionForm
          action={deskTo(search, {}, here)}
          choices={choicesOf(open.types, open.suggested)}
          all=""
          running={place === "open"}
          {...(chosen ? { chosen, note: disposition?.note ?? "" } : {})}
        />
      )}
    </Panel>
  );
}

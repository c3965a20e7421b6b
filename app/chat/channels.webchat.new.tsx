// /chat/channels/webchat/new - a new web chat application (drawer)
import { useActionData } from "@remix-run/react";
import { href } from "../href";
import { act, done, page } from "../shell/page.server";
import { notSaved } from "./channels/webchat.server";
import { ApplicationDrawer } from "./channels/webchat-drawer";
import { ApplicationForm, applicationBody } from "./channels/webchat-form";

const path = "/chat/channels/webchat/new";

export const loader = page(path, async () => null);

export const action = act(path, ApplicationForm, async ({ api, value, refuse, from }) => {
  const answer = await api.webchat.createApplication({ body: applicationBody(value) });
  if (answer.status !== 201) return notSaved(refuse, answer);
  return done(from, href("/chat/channels/webchat/:id/code", { id: answer.body.data.id }), answer.body.message);
});

export default function NewApplication() {
  return <ApplicationDrawer title="New web chat" button="Create web chat" last={useActionData<typeof action>()} />;
}

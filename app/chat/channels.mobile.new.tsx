// /chat/channels/mobile/new - a new mobile app (drawer)
import { useActionData } from "@remix-run/react";
import { href } from "../href";
import { act, done, page } from "../shell/page.server";
import { notSaved } from "./channels/webchat.server";
import { MobileDrawer } from "./mobile/mobile-drawer";
import { MobileAppForm } from "./mobile/mobile-form";

const path = "/chat/channels/mobile/new";

export const loader = page(path, async () => null);

export const action = act(path, MobileAppForm, async ({ api, value, refuse, from }) => {
  const answer = await api.webchat.createMobileApp({ body: value });
  if (answer.status !== 201) return notSaved(refuse, answer);
  return done(from, href("/chat/channels/mobile/:id", { id: answer.body.data.id }), answer.body.message);
});

export default function NewMobileApp() {
  return (
    <MobileDrawer
      title="New mobile app"
      button="Add mobile app"
      close={href("/chat/channels/mobile")}
      last={useActionData<typeof action>()}
    />
  );
}

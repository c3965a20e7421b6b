// /chat/channels/mobile/:id/change - change a mobile app (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { act, done, expectStatus, page } from "../shell/page.server";
import { notSaved } from "./channels/webchat.server";
import { MobileDrawer } from "./mobile/mobile-drawer";
import { MobileAppForm } from "./mobile/mobile-form";

const path = "/chat/channels/mobile/:id/change";

export const loader = page(path, async ({ api, params }) => ({
  app: expectStatus(await api.webchat.mobileApp({ params: { id: Number(params.id) } }), 200),
}));

export const action = act(path, MobileAppForm, async ({ api, params, value, refuse, from }) => {
  const id = Number(params.id);
  const answer = await api.webchat.updateMobileApp({ params: { id }, body: value });
  if (answer.status !== 201) return notSaved(refuse, answer);
  return done(from, href("/chat/channels/mobile/:id", { id }), answer.body.message);
});

export default function ChangeMobileApp() {
  const { app } = useLoaderData<typeof loader>();
  const close = href("/chat/channels/mobile/:id", { id: app.id });
  return (
    <MobileDrawer
      key={app.id}
      title={app.name}
      button="Save"
      close={close}
      given={app}
      last={useActionData<typeof action>()}
    />
  );
}

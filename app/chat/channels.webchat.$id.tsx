// /chat/channels/webchat/:id - change a web chat application; its script line (drawer)
import { useActionData, useLoaderData } from "@remix-run/react";
import { ExternalLink } from "lucide-react";
import { href } from "../href";
import { LinkButton } from "../kit/ui/button";
import { Snippet } from "../kit/ui/snippet";
import { act, done, expectStatus, page } from "../shell/page.server";
import { notSaved } from "./channels/webchat.server";
import { ApplicationDrawer } from "./channels/webchat-drawer";
import { ApplicationForm, applicationBody, scriptLine } from "./channels/webchat-form";

const path = "/chat/channels/webchat/:id";

export const loader = page(path, async ({ api, params, from, url }) => ({
  application: expectStatus(await api.webchat.application({ params: { id: Number(params.id) } }), 200),
  origin: from.origin ?? url.origin,
}));

export const action = act(path, ApplicationForm, async ({ api, params, value, refuse, from }) => {
  const answer = await api.webchat.updateApplication({
    params: { id: Number(params.id) },
    body: applicationBody(value),
  });
  if (answer.status !== 201) return notSaved(refuse, answer);
  return done(from, href("/chat/channels/webchat"), answer.body.message);
});

export default function ChangeApplication() {
  const { application, origin } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const { id, key, domains } = application;
  return (
    <ApplicationDrawer key={id} title={application.name} button="Save" given={application} last={last}>
      <Snippet
        id="script-line"
        label="Script line"
        text={scriptLine(origin, key)}
        help="Put it before </head> on every page where the chat should appear."
      />
      {domains.length === 0 && (
        <p className="text-sm font-medium text-warn" role="status">
          Any site can show this chat. List your own sites below to prevent that.
        </p>
      )}
      <div className="flex flex-wrap gap-2">
        <LinkButton to={`/webchat/v1/frame?a=${key}`} reloadDocument target="_blank" icon={ExternalLink}>
          Try it
        </LinkButton>
        <LinkButton to={href("/dashboard/webchat-application-details", undefined, { id: String(id) })} variant="ghost">
          Details and identity
        </LinkButton>
        <LinkButton to={href("/chat/channels/webchat/:id/delete", { id })} variant="ghost">
          Delete
        </LinkButton>
      </div>
    </ApplicationDrawer>
  );
}

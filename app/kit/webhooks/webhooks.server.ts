import type { WebhookEvent } from "../../../rules/webhook-events";
import { mayOpen, type Viewer } from "../../access";
import type { Admitted } from "../../shell/page.server";
import { routeFor } from "../../sitemap";

type Api = Admitted<"/survey/integrations">["api"];

/** The account's web hooks that are told of one of these events, for who may manage them. */
export async function loadWebhooks({ api, viewer }: { api: Api; viewer: Viewer }, events: readonly WebhookEvent[]) {
  const mayHook = mayOpen(viewer, routeFor("/settings/api/webhooks"));
  const found = mayHook ? await api.identity.webhooks({ query: { per_page: 100 } }) : undefined;
  const all = found?.status === 200 ? found.body.data : [];
  const hooks = all.filter((hook) => hook.events.some((event) => events.includes(event)));
  return { mayHook, hooks: hooks.map(({ id, url }) => ({ id, url })) };
}

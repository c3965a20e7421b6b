// /chat/channels/webchat/:id/code - the script line of a web chat, and whether a visitor has come
import { useLoaderData } from "@remix-run/react";
import { CircleCheck, ExternalLink, Hourglass, Inbox, RefreshCw } from "lucide-react";
import { missingAccess } from "../access";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { SandboxLink } from "../kit/sandbox-link";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { PageHeader } from "../kit/ui/page-header";
import { Snippet } from "../kit/ui/snippet";
import { useLive } from "../kit/use-live";
import { expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { scriptLine } from "./channels/webchat-form";

const path = "/chat/channels/webchat/:id/code";

/** Milliseconds between two looks for the first visitor. */
const every = 3_000;

export const meta = titled("Script of a web chat");

export const loader = page(path, async ({ api, params, from, url, viewer }) => ({
  application: expectStatus(await api.webchat.application({ params: { id: Number(params.id) } }), 200),
  origin: from.origin ?? url.origin,
  zone: viewer.time_zone,
  answers: !missingAccess(viewer, routeFor("/chat/inbox")),
  sandbox: from.settings.demo,
}));

export default function Code() {
  const { application, origin, zone, answers, sandbox } = useLoaderData<typeof loader>();
  const { id, name, key, domains, last_visit, active } = application;
  const here = href(path, { id });
  const waiting = last_visit === null && active;
  useLive(waiting, every);
  return (
    <div className="grid max-w-[760px] gap-4">
      <PageHeader
        title={`Put ${name} on your site`}
        back={{ label: "Web chat", to: href("/chat/channels/webchat") }}
        actions={<LinkButton to={href("/chat/setup")}>Set up chat</LinkButton>}
      />
      <section className="card grid gap-3 p-5 max-md:p-4" aria-label="Script line">
        <Snippet
          id="script-line"
          label="Script line"
          text={scriptLine(origin, key)}
          help="Put it before </head> on every page where the chat should appear."
        />
        {domains.length === 0 && (
          <p className="text-sm text-warn">
            Every site may show this chat.{" "}
            <a className="link" href={href("/chat/channels/webchat/:id", { id })}>
              Name your own sites
            </a>{" "}
            so that no other site can.
          </p>
        )}
        <div className="flex flex-wrap gap-2">
          <LinkButton to={`/webchat/v1/frame?a=${key}`} reloadDocument target="_blank" icon={ExternalLink}>
            Try it
          </LinkButton>
        </div>
        {sandbox && (
          <SandboxLink to="/sandbox/shop" back={here} more={{ a: key }}>
            Sandbox: see it on a shop's site
          </SandboxLink>
        )}
      </section>
      <section className="card p-5 max-md:p-4" aria-live="polite" aria-label="First visitor">
        {!active ? (
          <p>This web chat is off, so its script shows nothing. Turn it on in its settings.</p>
        ) : last_visit === null ? (
          <>
            <p className="flex items-center gap-2 font-semibold">
              <Hourglass size={16} strokeWidth={1.75} className="text-quiet" aria-hidden="true" />
              Waiting for the first visitor
            </p>
            <p className="mt-1 text-quiet">This page updates when someone opens the chat on your site.</p>
            <LinkButton to={here} icon={RefreshCw} className="mt-3 [@media(scripting:enabled)]:hidden">
              Refresh
            </LinkButton>
          </>
        ) : (
          <>
            <p className="flex items-center gap-2 font-semibold">
              <CircleCheck size={16} strokeWidth={1.75} className="text-good" aria-hidden="true" />
              It works: your site shows the chat
            </p>
            <p className="mt-1 text-quiet">
              Last visitor: <DateTime at={last_visit} zone={zone} />. Go online to answer.
            </p>
            {answers && (
              <LinkButton to={href("/chat/inbox")} variant="primary" icon={Inbox} className="mt-3">
                Open the inbox
              </LinkButton>
            )}
          </>
        )}
      </section>
    </div>
  );
}

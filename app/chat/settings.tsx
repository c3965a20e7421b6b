// /chat/settings - what is set for chats, each with the page where it is changed
import { useLoaderData } from "@remix-run/react";
import { missingAccess } from "../access";
import { href } from "../href";
import { titled } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Link } from "../kit/ui/link";
import { Status, type StatusKind } from "../kit/ui/status";
import { expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { plural } from "./settings/labels";
import { SettingsHead } from "./settings/settings-tabs";

export const meta = titled("Chat settings");

type Row = { label: string; to: string; text: string; facts: string; state: [kind: StatusKind, word: string] };

export const loader = page("/chat/settings", async ({ api, viewer }) => {
  const [canned, prechat, postchat, triggers, routing, dispositions, inboxes] = await Promise.all([
    api.chat.cannedResponses({}),
    api.chat.chatForm({ params: { kind: "prechat" } }),
    api.chat.chatForm({ params: { kind: "postchat" } }),
    api.chat.chatTriggers({}),
    api.chat.routing({}),
    api.chat.dispositionSettings({}),
    api.chat.inboxes({}),
  ]);
  const replies = expectStatus(canned, 200);
  const [before, after] = [expectStatus(prechat, 200), expectStatus(postchat, 200)];
  const shown = expectStatus(triggers, 200).data;
  const rules = expectStatus(routing, 200);
  const ends = expectStatus(dispositions, 200).data;
  const channels = expectStatus(inboxes, 200).data.filter(({ active }) => active);
  const asked = (fields: { on: boolean }[]) => fields.filter(({ on }) => on).length;
  const rows: Row[] = [
    {
      label: "Canned replies",
      to: href("/chat/settings/canned-responses"),
      text: "Answers written once and used often, in English and Swahili.",
      facts: plural(replies.data.length, "reply", "replies"),
      state: replies.data.length > 0 ? ["good", "In use"] : ["none", "None yet"],
    },
    {
      label: "Shortcuts",
      to: href("/chat/settings/shortcuts"),
      text: "What you can type in place of a canned reply, and the keys of the inbox.",
      facts: plural(replies.data.filter(({ shortcut }) => shortcut !== "").length, "shortcut"),
      state: ["good", "Yours"],
    },
    {
      label: "Before the chat",
      to: href("/chat/settings/prechat"),
      text: "What a visitor is asked before the first message.",
      facts: plural(asked(before.fields), "question"),
      state: before.active ? ["good", "On"] : ["none", "Off"],
    },
    {
      label: "After the chat",
      to: href("/chat/settings/postchat"),
      text: "How the visitor rates a chat that has ended.",
      facts: `Stars${after.comment ? ", a comment" : ""} and ${plural(asked(after.fields), "question")}`,
      state: after.active ? ["good", "On"] : ["none", "Off"],
    },
    {
      label: "Triggers",
      to: href("/chat/settings/trigger"),
      text: "Automatic messages on your pages.",
      facts: plural(shown.length, "trigger"),
      state: shown.some(({ active }) => active) ? ["good", "On"] : ["none", shown.length > 0 ? "Off" : "None yet"],
    },
    {
      label: "Routing",
      to: href("/chat/settings/chat-routing"),
      text: "Who is given which chat, how many at once, and when you are open.",
      facts: `Up to ${rules.active_conversations} assigned, ${rules.max_conversation} taken by agents`,
      state: rules.automatic ? ["good", "Assigned automatically"] : ["warn", "Taken by agents"],
    },
    {
      label: "Dispositions",
      to: href("/chat/settings/dispositions"),
      text: "How a chat ended, chosen by the agent.",
      facts: plural(ends.length, "disposition"),
      state: ends.length > 0 ? ["good", "In use"] : ["warn", "None"],
    },
  ];
  return { rows, channels: channels.length, mayAdd: !missingAccess(viewer, routeFor("/chat/setup")) };
});

export default function Settings() {
  const { rows, channels, mayAdd } = useLoaderData<typeof loader>();
  return (
    <>
      <SettingsHead
        tab="Overview"
        text="What your team and your customers find when they chat."
        actions={
          mayAdd ? (
            <LinkButton to={href("/chat/setup")} {...(channels === 0 ? { variant: "primary" as const } : {})}>
              {channels === 0 ? "Set up a channel" : "Set up another channel"}
            </LinkButton>
          ) : undefined
        }
      />
      <section className="card" aria-label="What is set">
        <ul className="divide-y divide-line">
          {rows.map(({ label, to, text, facts, state: [kind, word] }) => (
            <li
              key={label}
              className="grid items-center gap-x-6 gap-y-0.5 px-4 py-3 md:grid-cols-[minmax(0,1fr)_220px_160px]"
            >
              <div className="min-w-0">
                <Link className="link font-medium" to={to}>
                  {label}
                </Link>
                <p className="text-sm text-quiet">{text}</p>
              </div>
              <p className="num text-sm">{facts}</p>
              <p className="text-sm">
                <Status kind={kind}>{word}</Status>
              </p>
            </li>
          ))}
        </ul>
      </section>
      {channels === 0 && (
        <p className="mt-4 text-quiet">
          No channel is on yet. These settings apply as soon as customers can write to you.
        </p>
      )}
    </>
  );
}

// /chat/settings/shortcuts - what can be typed in place of a canned reply, and the keys of the inbox; on or off for oneself
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { shorten } from "../../rules/format";
import type { Canned } from "../../services/chat/contract.canned";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { titled } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { Link } from "../kit/ui/link";
import { Status } from "../kit/ui/status";
import { act, done, expectStatus, page } from "../shell/page.server";
import { inboxKeys } from "./inbox/inbox-keys";
import { plural, scopeNames } from "./settings/labels";
import { managesChat } from "./settings/settings.server";
import { SettingsHead } from "./settings/settings-tabs";

const path = "/chat/settings/shortcuts";

export const meta = titled("Shortcuts");

export const loader = page(path, async ({ api, viewer }) => {
  const [list, mine] = await Promise.all([api.chat.cannedResponses({}), api.chat.preferences({})]);
  const replies = expectStatus(list, 200).data.filter(({ shortcut }) => shortcut !== "");
  return {
    replies: replies.sort((a, b) => a.shortcut.localeCompare(b.shortcut, "en")),
    mine: expectStatus(mine, 200),
    manages: managesChat(viewer),
  };
});

const TurnForm = z.object({ what: z.enum(["inbox_keys", "canned_keys"]), on: z.enum(["yes", "no"]) });
const names = { inbox_keys: "The keys of the inbox", canned_keys: "The shortcuts of canned replies" } as const;

export const action = act(path, TurnForm, async ({ api, value: { what, on }, refuse, from }) => {
  const answer = await api.chat.savePreferences({ body: { [what]: on === "yes" } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href(path), `${names[what]} are ${on === "yes" ? "on" : "off"} for you.`, "Saved");
});

export default function Shortcuts() {
  const { replies, mine, manages } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  return (
    <>
      <ActionNotice notice={formNotice(last)} />
      <SettingsHead
        tab="Shortcuts"
        manages={manages}
        text="What you can type in place of a whole reply, and the keys of the inbox. On or off for you alone."
      />
      <div className="grid items-start gap-4 lg:grid-cols-2">
        <section className="card" aria-labelledby="canned-keys">
          <Head
            id="canned-keys"
            title="Canned replies"
            what="canned_keys"
            on={mine.canned_keys}
            text="Type a slash and the word, then press Enter."
          />
          {replies.length > 0 ? (
            <ul className="divide-y divide-line">
              {replies.map((one) => (
                <Reply key={one.id} reply={one} off={!mine.canned_keys} />
              ))}
            </ul>
          ) : (
            <div className="px-4 py-4 text-quiet">
              <p>No canned reply has a shortcut yet.</p>
              <LinkButton
                to={href("/chat/settings/canned-responses/:id", { id: "new" })}
                variant="secondary"
                className="mt-3"
              >
                Write a reply
              </LinkButton>
            </div>
          )}
          {replies.length > 0 && (
            <p className="border-t border-line px-4 py-3 text-sm text-quiet">
              {plural(replies.length, "shortcut")}. If the same shortcut exists for you, your team and everyone, all are
              offered.
            </p>
          )}
        </section>
        <section className="card" aria-labelledby="inbox-keys">
          <Head
            id="inbox-keys"
            title="Keys of the inbox"
            what="inbox_keys"
            on={mine.inbox_keys}
            text="They do not work while you type in a field."
          />
          <dl className={`px-4 py-2 text-sm ${mine.inbox_keys ? "" : "text-quiet"}`}>
            {inboxKeys.map(([keys, label]) => (
              <div key={label} className="flex items-center justify-between gap-4 py-1">
                <dt>{label}</dt>
                <dd className="flex shrink-0 gap-1">
                  {keys.map((key) => (
                    <kbd className="kbd font-sans" key={key}>
                      {key}
                    </kbd>
                  ))}
                </dd>
              </div>
            ))}
          </dl>
          <p className="border-t border-line px-4 py-3 text-sm text-quiet">
            Press ? for the keys of the whole product. You can turn all of them off there.
          </p>
        </section>
      </div>
    </>
  );
}

type HeadProps = { id: string; title: string; what: keyof typeof names; on: boolean; text: string };

function Head({ id, title, what, on, text }: HeadProps) {
  const working = useNavigation().formData?.get("what") === what;
  return (
    <div className="card-head h-auto! flex-wrap gap-y-2 py-3">
      <div className="min-w-0">
        <h2 id={id}>{title}</h2>
        <p className="text-sm font-normal text-quiet">{text}</p>
      </div>
      <Form method="post" className="ml-auto flex items-center gap-3" preventScrollReset>
        <input type="hidden" name="what" value={what} />
        <span className="text-sm">
          <Status kind={on ? "good" : "none"}>{on ? "On for you" : "Off for you"}</Status>
        </span>
        <Button name="on" value={on ? "no" : "yes"} working={working}>
          Turn {on ? "off" : "on"}
          <span className="sr-only">: {names[what]}</span>
        </Button>
      </Form>
    </div>
  );
}

function Reply({ reply, off }: { reply: Canned; off: boolean }) {
  const { id, title, shortcut, scope, text_en, text_sw } = reply;
  return (
    <li className="flex items-baseline gap-3 px-4 py-2.5">
      <span className="w-24 shrink-0">
        <kbd className={`kbd max-w-full truncate font-sans ${off ? "text-quiet" : ""}`}>/{shortcut}</kbd>
      </span>
      <div className="min-w-0 flex-1">
        <Link className="link" to={href("/chat/settings/canned-responses/:id", { id })}>
          {title}
        </Link>
        <p className="truncate text-sm text-quiet">{shorten(text_en || text_sw, 120)}</p>
      </div>
      <span className="shrink-0 text-xs text-quiet">{scopeNames[scope]}</span>
    </li>
  );
}

// /chat/settings/trigger - messages that pages show by themselves (?try= an address)
import { Form, Outlet, useActionData, useLoaderData } from "@remix-run/react";
import { Plus, Zap } from "lucide-react";
import { z } from "zod";
import { fitsPage } from "../../rules/chat-triggers";
import { href } from "../href";
import { redirectOldQuery } from "../kit/old-query.server";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { TextInput } from "../kit/ui/field";
import { act, done, expectStatus, page } from "../shell/page.server";
import { plural } from "./settings/labels";
import { SettingsHead } from "./settings/settings-tabs";
import { TriggerRow } from "./settings/trigger-row";

const path = "/chat/settings/trigger";

export const meta = titled("Triggers");

export const loader = page(path, async ({ api, url }) => {
  redirectOldQuery(url, {
    edit: (id) => href("/chat/settings/trigger/:id", { id }),
    delete: (id) => href("/chat/settings/trigger/:id/delete", { id }),
  });
  const { data } = expectStatus(await api.chat.chatTriggers({}), 200);
  const tried = (url.searchParams.get("try") ?? "").trim().slice(0, 2_000);
  return {
    triggers: data,
    tried,
    /** Those that the tried page would show, in order. */
    fits: tried === "" ? [] : data.filter((one) => one.active && fitsPage(one, tried)).map(({ id }) => id),
  };
});

/** Moves a trigger up or down. */
export const action = act(path, z.object({ ids: typedText }), async ({ api, from, value, refuse }) => {
  const ids = value.ids.split(",").map(Number).filter(Number.isSafeInteger);
  const answer = await api.chat.rankTriggers({ body: { ids } });
  return answer.status === 201 ? done(from, href(path)) : refuse(answer.body);
});

export default function Triggers() {
  const { triggers, tried, fits } = useLoaderData<typeof loader>();
  const add = href("/chat/settings/trigger/:id", { id: "new" });
  return (
    <>
      <PostResult last={useActionData<typeof action>()} />
      <SettingsHead
        tab="Triggers"
        text="Automatic messages of your web chat, on the pages you choose. A reply starts a chat."
        add={triggers.length > 0 ? { label: "New trigger", to: add } : undefined}
      />
      <section className="card" aria-label="Triggers">
        {triggers.length > 0 ? (
          <>
            <div className="card-head">
              <p className="text-sm">
                {plural(triggers.length, "trigger")}
                <span className="text-quiet">. The first match is shown.</span>
              </p>
            </div>
            <ol className="divide-y divide-line">
              {triggers.map((one, index) => (
                <TriggerRow
                  key={one.id}
                  trigger={one}
                  index={index}
                  ids={triggers.map(({ id }) => id)}
                  {...(tried === "" ? {} : { fits: fits.includes(one.id) })}
                />
              ))}
            </ol>
          </>
        ) : (
          <EmptyState
            icon={Zap}
            title="No triggers yet"
            text="A trigger starts the talk, for example when a visitor stays on the delivery page for half a minute."
            actions={
              <LinkButton to={add} variant="primary" icon={Plus}>
                Write a trigger
              </LinkButton>
            }
          />
        )}
      </section>
      {triggers.length > 0 && (
        <section className="card mt-4 p-5 max-md:p-4" aria-label="Try a page">
          <Form method="get" className="flex flex-wrap items-end gap-2" preventScrollReset>
            <TextInput
              id="try"
              name="try"
              label="Try a page"
              help="Paste an address from the browser to see which message it would show."
              className="min-w-60 flex-1"
              defaultValue={tried}
              placeholder="https://shop.example/delivery"
              inputMode="url"
              autoComplete="off"
            />
            <Button size="lg" className="mb-6">
              Try it
            </Button>
          </Form>
          {tried && (
            <p role="status">
              {fits.length > 0
                ? `On this page ${triggers.find(({ id }) => id === fits[0])?.name} is shown.`
                : "On this page nothing is shown."}
            </p>
          )}
        </section>
      )}
      <Outlet />
    </>
  );
}

// /chat/settings/trigger - messages that pages show by themselves (?edit= opens one, ?delete= asks first, ?try= an address)
import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Plus, Zap } from "lucide-react";
import { brand } from "../../rules/brand";
import { fitsPage } from "../../rules/chat-triggers";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { Button, LinkButton } from "../kit/ui/button";
import { EmptyState } from "../kit/ui/empty-state";
import { TextInput } from "../kit/ui/field";
import { expectStatus, page, receive } from "../shell/page.server";
import { AskDelete } from "./ask-delete";
import { plural } from "./settings.labels";
import { SettingsHead } from "./settings-tabs";
import { TriggerDrawer } from "./trigger-drawer";
import { typedTrigger } from "./trigger-form";
import { changeTriggers } from "./trigger-form.server";
import { TriggerRow } from "./trigger-row";

const path = "/chat/settings/trigger";

export const meta: MetaFunction = () => [{ title: `Triggers - ${brand.name}` }];

export const loader = page(path, async ({ api, url }) => {
  const { data } = expectStatus(await api.chat.chatTriggers({}), 200);
  const edit = url.searchParams.get("edit");
  const tried = (url.searchParams.get("try") ?? "").trim().slice(0, 2_000);
  const opened = data.find(({ id }) => String(id) === edit);
  return {
    triggers: data,
    open: opened || edit === "new" ? typedTrigger(opened) : null,
    remove: data.find(({ id }) => String(id) === url.searchParams.get("delete")) ?? null,
    tried,
    /** Those that the tried page would show, in order. */
    fits: tried === "" ? [] : data.filter((one) => one.active && fitsPage(one, tried)).map(({ id }) => id),
  };
});

export const action = receive(path, changeTriggers);

export default function Triggers() {
  const { triggers, open, remove, tried, fits } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const typed = last?.typed ?? open;
  const add = href(path, undefined, { edit: "new" });
  return (
    <>
      <ActionNotice notice={last?.notice} />
      <SettingsHead
        tab="Triggers"
        text="Automatic messages of your web chat, on the pages you choose. A reply starts a chat."
        add={triggers.length > 0 ? { label: "New trigger", to: add } : undefined}
      />
      {remove && (
        <AskDelete id={remove.id} name={remove.name} what="trigger" page={href(path)} working={working}>
          Your pages stop showing it. To keep it for later, change it and switch it off.
        </AskDelete>
      )}
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
      {typed && <TriggerDrawer key={typed.id} typed={typed} errors={last?.errors ?? {}} working={working} />}
    </>
  );
}

// /chat/settings/prechat - what a visitor is asked before the chat (?edit= opens a question, ?remove= asks before it goes)
import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { Button } from "../kit/ui/button";
import { Status } from "../kit/ui/status";
import { page, receive } from "../shell/page.server";
import { FormBuilder } from "./form-builder";
import { changeForm, loadForm } from "./form-builder.server";
import { SettingsHead } from "./settings-tabs";

const path = "/chat/settings/prechat";

export const meta: MetaFunction = () => [{ title: `Before the chat - ${brand.name}` }];

export const loader = page(path, (given) => loadForm(given, "prechat"));

export const action = receive(path, (given) => changeForm(given, "prechat"));

export default function Prechat() {
  const loaded = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const { active } = loaded.form;
  return (
    <>
      <ActionNotice notice={last?.notice} />
      <SettingsHead
        tab="Before the chat"
        text="What a visitor of your web chat is asked before the first message."
        actions={
          <Form method="post" action={href(path)} className="flex items-center gap-3">
            <span className="text-sm">
              <Status kind={active ? "good" : "none"}>{active ? "On" : "Off"}</Status>
            </span>
            {!active && <input type="hidden" name="active" value="on" />}
            <Button
              name="intent"
              value="settings"
              working={working}
              {...(active ? {} : { variant: "primary" as const })}
            >
              {active ? "Switch the form off" : "Switch the form on"}
            </Button>
          </Form>
        }
      />
      <FormBuilder
        {...loaded}
        {...{ last, working }}
        empty="Visitors can write at once. Add questions to learn their name, email or number."
      />
    </>
  );
}

// /chat/settings/prechat - what a visitor is asked before the chat
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { Status } from "../kit/ui/status";
import { act, page } from "../shell/page.server";
import { FormBuilder } from "./settings/form-builder";
import { BuilderForm, changeForm, loadForm } from "./settings/form-builder.server";
import { SettingsHead } from "./settings/settings-tabs";

const path = "/chat/settings/prechat";

export const meta = titled("Before the chat");

export const loader = page(path, (given) => loadForm(given, "prechat"));

export const action = act(path, BuilderForm, (given) => changeForm(given, "prechat"));

export default function Prechat() {
  const loaded = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const { active } = loaded.form;
  return (
    <>
      <PostResult last={last} />
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
        empty="Visitors can write at once. Add questions to learn their name, email or number."
      />
    </>
  );
}

// /whatsapp/inboxes/addNumber - connects a number by its ids and token, which are tried before they are kept
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { UnsavedForm } from "../kit/unsaved";
import { act, done, page } from "../shell/page.server";
import { mayOpen } from "./broadcasts/access.server";

const path = "/whatsapp/inboxes/addNumber";

const Typed = z.object({
  ...{ phone_number_id: typedText, business_id: typedText, token: typedText, app_secret: typedText },
  ...{ verify_token: typedText, name: typedText },
});

export const meta = titled("Add a WhatsApp number");

export const loader = page(path, async ({ viewer }) => ({ mayConnect: mayOpen(viewer, "/chat/channels/whatsapp") }));

export const action = act(
  path,
  Typed,
  async ({ api, value, refuse, from }) => {
    const answer = await api.social.connectWhatsapp({ body: value });
    if (answer.status !== 201) return refuse({ ...answer.body, title: "Not connected" });
    const { id, name } = answer.body.data;
    // What Meta does not tell now it tells when somebody asks again on the pages of these.
    await api.whatsapp.refreshNumber({ params: { id } });
    await api.whatsapp.syncTemplates({});
    const words = `${name} is connected. Give Meta its callback address, which the page of the connection shows.`;
    return done(from, href("/whatsapp/inboxes"), words);
  },
  { secret: ["token", "app_secret"] },
);

const empty = { phone_number_id: "", business_id: "", verify_token: "", name: "" };

export default function AddNumber() {
  const { mayConnect } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const back = { label: "WhatsApp inboxes", to: href("/whatsapp/inboxes") };
  const held = keepTyped(last, empty);
  const errors = fieldErrors(last);
  const field = (name: keyof typeof empty) => ({
    id: name,
    name,
    defaultValue: held[name],
    errors: errors[name] ?? [],
  });
  const secret = (name: string) => ({
    id: name,
    name,
    errors: errors[name] ?? [],
    type: "password",
    autoComplete: "off",
  });
  return (
    <>
      <PageHeader
        title="Add a WhatsApp number"
        text="All of it is in Meta's app dashboard, WhatsApp, API setup. It is tried before it is kept."
        back={back}
      />
      {!mayConnect ? (
        <Card>
          <EmptyState
            title="Someone else connects numbers"
            text="Ask a person of your account who manages the chat channels."
            actions={<LinkButton to={back.to}>WhatsApp inboxes</LinkButton>}
          />
        </Card>
      ) : (
        <>
          <PostResult last={last} idOf={(name) => name} />
          <Card padded label="The number" className="max-w-[640px] md:p-5!">
            <Form method="post" className="grid gap-5">
              <UnsavedForm refused={last} />
              <TextInput
                label="Phone number id"
                help="It has digits only and is not the number itself."
                inputMode="numeric"
                {...field("phone_number_id")}
              />
              <TextInput
                label="Business account id"
                optional
                help="The WhatsApp Business Account. Left out, Meta is asked for it."
                inputMode="numeric"
                {...field("business_id")}
              />
              <TextInput
                label="Access token"
                help="A permanent one of a system user, for whatsapp_business_messaging and whatsapp_business_management. It is stored encrypted and never shown again."
                {...secret("token")}
              />
              <TextInput
                label="App secret"
                help="It proves that what comes in is WhatsApp's."
                {...secret("app_secret")}
              />
              <TextInput
                label="Verify token"
                optional
                help="Made here when none is given."
                {...field("verify_token")}
              />
              <TextInput label="Name" optional help="What your team calls this inbox." {...field("name")} />
              <div className="flex flex-wrap gap-2">
                <Button variant="primary" size="lg" working={working}>
                  Test and connect
                </Button>
                <LinkButton to={back.to} size="lg" variant="ghost">
                  Cancel
                </LinkButton>
              </div>
            </Form>
          </Card>
        </>
      )}
    </>
  );
}

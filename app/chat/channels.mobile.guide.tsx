// /chat/channels/mobile/guide - how a developer puts the chat into an app
import { useLoaderData } from "@remix-run/react";
import { href } from "../href";
import { Examples, GuidePart } from "../kit/guide/guide";
import { titled } from "../kit/title";
import { KeyValues } from "../kit/ui/description-list";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { expectStatus, page } from "../shell/page.server";
import { sdkExamples } from "./mobile/examples";

export const meta = titled("Chat in your app");

export const loader = page("/chat/channels/mobile/guide", async ({ api, from, url }) => {
  const [app] = expectStatus(await api.webchat.mobileApps({}), 200).data;
  const base = from.origin ?? url.origin;
  return { base, examples: sdkExamples({ base, key: app?.key ?? "YOUR_APP_KEY" }) };
});

export default function Guide() {
  const { base, examples } = useLoaderData<typeof loader>();
  const at = `${base}/webchat/v1`;
  return (
    <>
      <PageHeader
        title="Chat in your app"
        text="Plain HTTP and JSON: there is no library to install."
        back={{ label: "Mobile apps", to: href("/chat/channels/mobile") }}
      />
      <div className="grid max-w-[900px] grid-cols-1 gap-4">
        <GuidePart title="1. Begin a session">
          <p>
            Your app begins with its key, which is on its page under{" "}
            <Link className="link" to={href("/chat/channels/mobile")}>
              Mobile apps
            </Link>
            . For a signed-in customer, add the identity that your server signs with the identity secret: a JWT (HS256)
            with <code>sub</code> and <code>exp</code> at most 24 hours ahead. Keep the <code>token</code> of the answer
            on the phone; after 401 begin again. Send the old token as <code>previous</code> when a guest signs in.
          </p>
          <Examples of={examples.session} about="Begin a session" />
        </GuidePart>
        <GuidePart title="2. Send and receive">
          <p>
            <code>GET /app</code> has the greeting and the form before a chat. While it has required questions, or a
            text in <code>consent</code>, send <code>POST /prechat</code> first, with <code>consent</code> as true once
            the customer has accepted the text; until then a message is answered with 409. While <code>open</code> is
            false, show the text in <code>away</code>, and take messages where <code>away.form</code> is true. The
            events are <code>snapshot</code>, <code>message</code>, <code>standing</code>, <code>typing</code> and{" "}
            <code>away</code>. Keep the stream open while the chat is on the screen, and send <code>POST /read</code>{" "}
            for what the customer has seen.
          </p>
          <Examples of={examples.talk} about="Send and receive" />
        </GuidePart>
        <GuidePart title="3. Register for push notifications">
          <p>
            Register the token that Firebase gives your app. A reply is pushed when no stream is open, or when it is not
            read within a minute. The notification's data has <code>kind</code>, <code>chat_contact</code> and{" "}
            <code>chat_message</code>. Sign out with <code>DELETE /session</code>: this phone gets no more pushes.
          </p>
          <Examples of={examples.push} about="Register for push notifications" />
        </GuidePart>
        <GuidePart title="All calls">
          <KeyValues
            rows={[
              { label: `GET ${at}/app?a=KEY&l=en`, value: "Greeting, forms, consent, whether anyone can answer" },
              { label: `POST ${at}/session`, value: "Begin: application, language, identity, previous" },
              { label: `DELETE ${at}/session`, value: "Sign out" },
              { label: `GET ${at}/thread`, value: "The conversation as it is now" },
              { label: `GET ${at}/events`, value: "What happens, as server-sent events" },
              { label: `POST ${at}/prechat`, value: "Answers to the form before the chat, and consent" },
              { label: `POST ${at}/messages`, value: "Send text: request_id, text" },
              {
                label: `POST ${at}/files?request_id=…&name=…`,
                value: "Send a file: the bytes as the body, up to 16 MB",
              },
              { label: `GET ${at}/links`, value: "New links to files; each works for 15 minutes" },
              { label: `POST ${at}/read`, value: "What was seen: upto, the ID of a message" },
              { label: `POST ${at}/typing`, value: "Whether the customer is typing: on" },
              { label: `POST ${at}/push-token`, value: "Register this phone: token" },
              { label: `DELETE ${at}/push-token`, value: "No more pushes to this phone" },
              { label: `POST ${at}/end`, value: "End the conversation" },
              { label: `POST ${at}/rating`, value: "Rate it: contact_id, request_id, stars" },
            ]}
          />
          <p>
            Each refusal is a JSON object with <code>status</code>, <code>message</code> and, for wrong fields,{" "}
            <code>errors</code>. After 429 wait as long as <code>retry-after</code> says.
          </p>
        </GuidePart>
      </div>
    </>
  );
}

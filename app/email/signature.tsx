// /email/signature - what stands below a single email: one's own, or the account's
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { TextArea } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";

const path = "/email/signature";

export const meta = titled("Email signature");

export const loader = page(path, async ({ api }) => {
  const [own, account] = await Promise.all([
    api.email.signature({ params: { scope: "own" } }),
    api.email.signature({ params: { scope: "account" } }),
  ]);
  return { own: expectStatus(own, 200), account: expectStatus(account, 200) };
});

const SignatureForm = z.object({
  intent: z.enum(["own", "account"]),
  html: z.string().max(20_000, "A signature has at most 20,000 characters.").default(""),
});

export const action = act(path, SignatureForm, async ({ api, value, from, refuse }) => {
  const answer = await api.email.setSignature({ params: { scope: value.intent }, body: { html: value.html } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href(path), answer.body.html === "" ? "The signature was removed" : "The signature was saved");
});

export default function EmailSignature() {
  const read = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const posted = last?.reply.initialValue?.intent;
  return (
    <>
      <PageHeader
        title="Email signature"
        text="It is added below your single emails. Without one of your own, the account's is used."
      />
      <PostResult last={last} idOf={() => `html-${posted === "account" ? "account" : "own"}`} />
      <div className="grid max-w-[860px] gap-4">
        {(["own", "account"] as const).map((scope) => (
          <SignatureCard key={scope} scope={scope} {...read[scope]} last={posted === scope ? last : undefined} />
        ))}
      </div>
    </>
  );
}

type Last = ReturnType<typeof useActionData<typeof action>>;

function SignatureCard({
  scope,
  html,
  text,
  last,
}: {
  scope: "own" | "account";
  html: string;
  text: string;
  last: Last;
}) {
  const working = useNavigation().state !== "idle";
  const { html: typed } = keepTyped(last, { html });
  return (
    <Form
      method="post"
      className="card grid gap-3 p-5 max-md:p-4"
      aria-label={scope === "own" ? "Your own signature" : "The account's signature"}
    >
      <h2 className="font-semibold">{scope === "own" ? "Your own" : "The account's"}</h2>
      <TextArea
        id={`html-${scope}`}
        name="html"
        label="Signature"
        help="Text, or HTML with bold words, links and lists. Scripts, styles and pictures from other places are taken out."
        rows={5}
        key={typed}
        defaultValue={typed}
        errors={fieldErrors(last).html ?? []}
      />
      {text !== "" && (
        <figure>
          <figcaption className="text-sm text-quiet">As it reads</figcaption>
          <pre className="mt-1 border-l-2 border-line pl-3 text-sm whitespace-pre-wrap">{text}</pre>
        </figure>
      )}
      <div>
        <Button name="intent" value={scope} variant={scope === "own" ? "primary" : "secondary"} working={working}>
          Save the signature
        </Button>
      </div>
    </Form>
  );
}

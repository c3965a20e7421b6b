// /user/profile/two-factor - a second step when one signs in, by authenticator app
import { redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { CodeForm, ProofForm } from "../../services/identity/contract.profile";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { Card } from "../kit/ui/card";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { qrPath } from "./profile/qr.server";
import { FactorOff, FactorOn, RecoveryCodes, SetUp } from "./profile/two-factor-parts";

const path = "/user/profile/two-factor";

const Step = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("begin") }),
  z.object({ intent: z.literal("cancel") }),
  CodeForm.extend({ intent: z.literal("confirm") }),
  ProofForm.extend({ intent: z.literal("codes") }),
  ProofForm.extend({ intent: z.literal("off") }),
]);

export const meta = titled("Two-factor sign-in");

export const loader = page(path, async ({ api, viewer }) => {
  const { factor } = expectStatus(await api.identity.profile(), 200);
  const setup = factor.pending ? await api.identity.factorSetup() : undefined;
  return {
    factor,
    email: viewer.email,
    setup: setup?.status === 200 ? { secret: setup.body.secret, qr: qrPath(setup.body.uri) } : null,
  };
});

export const action = act(
  path,
  Step,
  async ({ api, from, value, refuse }) => {
    if (value.intent === "begin") {
      const answer = await api.identity.beginFactor();
      return answer.status === 201 ? redirect(href(path)) : refuse(answer.body);
    }
    if (value.intent === "cancel") {
      const answer = await api.identity.cancelFactor();
      return answer.status === 200 ? redirect(href("/user/profile")) : refuse(answer.body);
    }
    if (value.intent === "off") {
      const answer = await api.identity.dropFactor({ body: { password: value.password } });
      return answer.status === 200 ? done(from, href("/user/profile"), answer.body.message) : refuse(answer.body);
    }
    const answer =
      value.intent === "confirm"
        ? await api.identity.confirmFactor({ body: { code: value.code } })
        : await api.identity.newCodes({ body: { password: value.password } });
    // Shown in the answer to this post and nowhere else: the page, opened again, has none.
    return answer.status === 200 ? { codes: answer.body.codes } : refuse(answer.body);
  },
  { secret: ["password", "code"] },
);

export default function TwoFactor() {
  const { factor, setup, email } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const refused = last && "reply" in last ? last : undefined;
  const codes = last && "codes" in last ? last.codes : undefined;
  return (
    <div className="max-w-[640px]">
      <PageHeader
        title="Two-factor sign-in"
        text="Protects you even if your password leaks: signing in also needs a code from your phone."
        back={{ label: "Profile", to: href("/user/profile") }}
      />
      <PostResult last={refused} idOf={(name) => (name === "intent" ? undefined : name)} />
      <Card padded label="Two-factor sign-in" className="md:p-5!">
        {codes ? (
          <RecoveryCodes codes={codes} email={email} />
        ) : setup ? (
          <SetUp {...setup} {...(refused ? { last: refused.reply } : {})} />
        ) : factor.on ? (
          <FactorOn left={factor.codes_left} {...(refused ? { last: refused.reply } : {})} />
        ) : (
          <FactorOff />
        )}
      </Card>
    </div>
  );
}

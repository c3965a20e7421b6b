import { Form, useNavigation } from "@remix-run/react";
import { KeyRound } from "lucide-react";
import type { MobileApp } from "../../../services/webchat/contract.mobile";
import { DateTime } from "../../kit/date-time";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { DescriptionList } from "../../kit/ui/description-list";
import { Status } from "../../kit/ui/status";

type One = { app: MobileApp; zone: string };

function asked({ prechat, consent_en, consent_sw }: MobileApp): string {
  const form = prechat ? "The form of the chat settings" : "";
  const consent = consent_en || consent_sw ? "consent" : "";
  const both = [form, consent].filter(Boolean).join(", and ");
  return both === "" ? "Nothing is asked" : both[0]?.toUpperCase() + both.slice(1);
}

/** What is known of a mobile app. */
export function AppFacts({ app, zone }: One) {
  const { active, key, android_package, ios_bundle, visitors, last_visit } = app;
  const { away_form, away_text_en, away_text_sw } = app;
  return (
    <DescriptionList
      facts={[
        {
          label: "State",
          value: <Status kind={active ? "good" : "none"}>{active ? "On" : "Off"}</Status>,
        },
        {
          label: "App key",
          value: <code className="font-mono">{key}</code>,
          note: "It goes into the app. It is not secret.",
        },
        { label: "Android package", value: android_package || "None" },
        { label: "iOS bundle ID", value: ios_bundle || "None" },
        { label: "Before a chat", value: asked(app) },
        {
          label: "When no one can answer",
          value: away_form ? "Messages are taken" : "No messages are taken",
          note: away_text_en || away_text_sw,
        },
        { label: "Users in 7 days", value: visitors },
        { label: "Last user", value: last_visit ? <DateTime at={last_visit} zone={zone} /> : "No one yet" },
      ]}
    />
  );
}

/** The secret that signs who the app's user is. `secret`: a new one, shown this once. */
export function IdentityCard({ app, zone, secret }: One & { secret: string | undefined }) {
  const { identity_since, identity_required } = app;
  const working = useNavigation().state !== "idle";
  return (
    <Card label="Signed-in customers">
      <CardHead title="Signed-in customers" />
      <div className="grid gap-3 p-5 max-md:p-4">
        <p>
          {identity_required
            ? "Only users whose identity your server signs can chat."
            : "Users can chat without signing in."}{" "}
          {identity_since ? (
            <>
              The identity secret was created on <DateTime at={identity_since} zone={zone} />.
            </>
          ) : (
            "There is no identity secret yet."
          )}
        </p>
        <p className="text-quiet">
          Your server signs a JWT (HS256) with the secret: sub is your customer's ID, exp at most 24 hours ahead; name,
          email and phone if you like. Keep the secret on your server, never in the app.
        </p>
        {secret && (
          <p role="status" className="rounded border border-line bg-raised p-3">
            <b className="font-medium">Copy it now. It is shown only once:</b>{" "}
            <code className="font-mono wrap-anywhere">{secret}</code>
          </p>
        )}
        <Form method="post">
          <Button icon={KeyRound} name="intent" value="secret" working={working}>
            {identity_since ? "Create a new secret and disable the old one" : "Create a secret"}
          </Button>
        </Form>
      </div>
    </Card>
  );
}

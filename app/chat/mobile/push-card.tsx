import { Form, useNavigation } from "@remix-run/react";
import type { MobileApp } from "../../../services/webchat/contract.mobile";
import { DateTime } from "../../kit/date-time";
import { fieldErrors, keepTyped, type LastPost } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Card, CardHead } from "../../kit/ui/card";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { TextArea, TextInput } from "../../kit/ui/field";
import { Status } from "../../kit/ui/status";

type Push = NonNullable<MobileApp["push"]>;
type PushCardProps = { app: MobileApp; zone: string; last: LastPost; demo: boolean };

/** What is pushed, by which Firebase project, and whether it arrives. */
export function PushCard({ app, zone, last, demo }: PushCardProps) {
  const { push, phones } = app;
  return (
    <Card label="Push notifications">
      <CardHead title="Push notifications" />
      <div className="grid grid-cols-1 gap-5 p-5 max-md:p-4">
        <p className="text-quiet">
          When the app is closed, a customer hears of your reply by a notification through Firebase Cloud Messaging.
          Phones registered now: {phones}.
        </p>
        {push && <PushStatus push={push} zone={zone} />}
        {push && <WhatIsPushed push={push} />}
        {push && <TestPush last={last} />}
        <FirebaseKey push={push} last={last} demo={demo} />
      </div>
    </Card>
  );
}

function PushStatus({ push, zone }: { push: Push; zone: string }) {
  const { project, client_email, fault, failed_at, pushed_at, active } = push;
  const state = fault ? "bad" : active ? "good" : "none";
  return (
    <div className="grid gap-1">
      <p>
        <Status kind={state}>{fault ? "Needs attention" : active ? "On" : "Off"}</Status>
      </p>
      <p className="wrap-anywhere">
        Firebase project {project}, service account {client_email}.{" "}
        {pushed_at ? (
          <>
            Last pushed: <DateTime at={pushed_at} zone={zone} />.
          </>
        ) : (
          "Nothing was pushed yet."
        )}
      </p>
      {fault && failed_at && (
        <p className="text-bad">
          <DateTime at={failed_at} zone={zone} />: {fault}
        </p>
      )}
    </div>
  );
}

function WhatIsPushed({ push }: { push: Push }) {
  const now = push.active ? (push.with_text ? "text" : "plain") : "off";
  const working = useNavigation().state !== "idle";
  return (
    <Form method="post" className="grid gap-3">
      <CheckboxGroup id="mobile-push" legend="What a notification says" boxed>
        {choices.map(({ value, label, help }) => (
          <Checkbox
            key={value}
            type="radio"
            name="push"
            value={value}
            defaultChecked={now === value}
            label={label}
            help={help}
          />
        ))}
      </CheckboxGroup>
      <div>
        <Button name="intent" value="push" working={working}>
          Save
        </Button>
      </div>
    </Form>
  );
}

const choices = [
  {
    value: "plain",
    label: "Only “New message”",
    help: "No text of yours goes to Google or Apple, or onto a locked screen.",
  },
  { value: "text", label: "The start of the message", help: "The agent's first name and up to 120 characters." },
  { value: "off", label: "Nothing is pushed", help: "Replies wait until the customer opens the app." },
] as const;

function TestPush({ last }: { last: LastPost }) {
  const working = useNavigation().state !== "idle";
  const typed = keepTyped(last, { token: "" });
  return (
    <Form method="post" className="grid gap-3">
      <TextInput
        id="mobile-token"
        name="token"
        label="Registration token of a phone"
        help="Your app gets it from Firebase. The test goes to this phone only."
        errors={fieldErrors(last).token}
        defaultValue={typed.token}
        spellCheck={false}
        autoComplete="off"
      />
      <div>
        <Button name="intent" value="test" working={working}>
          Push a test
        </Button>
      </div>
    </Form>
  );
}

function FirebaseKey({ push, last, demo }: { push: Push | null; last: LastPost; demo: boolean }) {
  const working = useNavigation().state !== "idle";
  const errors = fieldErrors(last).key;
  const form = (
    <Form method="post" className="grid gap-3">
      <TextArea
        id="mobile-key"
        name="key"
        label="JSON key of the service account"
        help={`In the Firebase console, under Project settings, Service accounts, generate a private key and paste the whole file. It is tested, stored encrypted and never shown again.${
          demo ? " In this demo, /sandbox/mobile has a key." : ""
        }`}
        errors={errors}
        rows={4}
        spellCheck={false}
        autoComplete="off"
      />
      <div>
        <Button name="intent" value="firebase" variant={push ? undefined : "primary"} working={working}>
          {push ? "Replace the key" : "Test and connect"}
        </Button>
      </div>
    </Form>
  );
  if (!push) return form;
  return (
    <>
      <details open={errors !== undefined}>
        <summary className="link w-fit py-1">Replace the key</summary>
        <div className="mt-2">{form}</div>
      </details>
      <Form method="post">
        <Button name="intent" value="disconnect" working={working}>
          Disconnect Firebase
        </Button>
      </Form>
    </>
  );
}

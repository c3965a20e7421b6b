import { getFormProps, getInputProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "@remix-run/react";
import { Download } from "lucide-react";
import { useHydrated } from "remix-utils/use-hydrated";
import { brand } from "../../../rules/brand";
import { CodeForm, ProofForm } from "../../../services/identity/contract.profile";
import { href } from "../../href";
import { Button, LinkButton } from "../../kit/ui/button";
import { TextInput } from "../../kit/ui/field";
import { Status } from "../../kit/ui/status";

type Last = { last?: SubmissionResult<string[]> };

function useWorking(): boolean {
  return useNavigation().state !== "idle";
}

/** Off: what it is, and the way to begin. */
export function FactorOff() {
  const working = useWorking();
  return (
    <Form method="post" className="grid gap-4">
      <p>
        <Status kind="none">Off</Status>
      </p>
      <p>
        You need an authenticator app on your phone, such as Google Authenticator, Microsoft Authenticator or Aegis. It
        shows a new code every 30 seconds, also without a network.
      </p>
      <div>
        <Button variant="primary" size="lg" name="intent" value="begin" working={working}>
          Set it up
        </Button>
      </div>
    </Form>
  );
}

/** Begun: the secret as a picture and as text, and the first code as the proof that the app has it. */
export function SetUp({ secret, qr, last }: { secret: string; qr: { size: number; path: string } } & Last) {
  const working = useWorking();
  const scripted = useHydrated();
  const schema = CodeForm.loose();
  const [form, fields] = useForm({
    id: "confirm",
    ...(last ? { lastResult: last } : {}),
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
  });
  const { defaultValue: _never, ...code } = getInputProps(fields.code, { type: "text", value: false });
  return (
    <div className="grid gap-5">
      <ol className="grid list-decimal gap-4 pl-5">
        <li>
          Open the app and scan this picture.
          <svg
            className="mt-2 block size-52 rounded bg-white"
            viewBox={`0 0 ${qr.size} ${qr.size}`}
            role="img"
            aria-label="QR code for the authenticator app"
            shapeRendering="crispEdges"
          >
            <path d={qr.path} fill="#000" />
          </svg>
        </li>
        <li>
          Or enter this key there by hand.
          <code className="mt-1 block font-mono tracking-wide wrap-anywhere">{secret.match(/.{1,4}/g)?.join(" ")}</code>
        </li>
        <li>Enter the code that the app shows now.</li>
      </ol>
      <Form method="post" {...getFormProps(form)} noValidate={scripted} className="grid gap-5">
        <TextInput
          label="Code"
          {...code}
          key={fields.code.key}
          errors={fields.code.errors}
          inputMode="numeric"
          autoComplete="one-time-code"
          help="Six digits."
          className="max-w-60"
        />
        <div className="flex flex-wrap gap-2">
          <Button variant="primary" size="lg" name="intent" value="confirm" working={working}>
            Turn it on
          </Button>
          <Button variant="ghost" size="lg" name="intent" value="cancel" form="not-now">
            Not now
          </Button>
        </div>
      </Form>
      {/* A form of its own: giving up needs no code. */}
      <Form method="post" id="not-now" />
    </div>
  );
}

/** Given out once. */
export function RecoveryCodes({ codes, email }: { codes: readonly string[]; email: string }) {
  const text = `${brand.name} recovery codes of ${email}. Each works once.\r\n\r\n${codes.join("\r\n")}\r\n`;
  return (
    <div className="grid gap-4">
      <p>
        <Status kind="good">On</Status>
      </p>
      <h2 className="text-base font-semibold">Keep these recovery codes</h2>
      <p>
        Each lets you sign in once without your phone. They are shown now and never again: print them, or keep them in a
        password manager.
      </p>
      <ul
        className="grid grid-cols-2 gap-x-6 gap-y-1 rounded border border-line p-4 font-mono"
        aria-label="Recovery codes"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <a
          className="btn btn-lg"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="jibu-recovery-codes.txt"
        >
          <Download size={16} strokeWidth={1.75} aria-hidden="true" />
          Save as a file
        </a>
        <LinkButton to={href("/user/profile")} variant="primary" size="lg">
          I have kept them
        </LinkButton>
      </div>
    </div>
  );
}

/** On: new codes, or off, each with the password. */
export function FactorOn({ left, last }: { left: number } & Last) {
  const working = useWorking();
  const scripted = useHydrated();
  const schema = ProofForm.loose();
  const [form, fields] = useForm({
    id: "factor",
    ...(last ? { lastResult: last } : {}),
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
  });
  const { defaultValue: _never, ...password } = getInputProps(fields.password, { type: "password", value: false });
  return (
    <Form method="post" {...getFormProps(form)} noValidate={scripted} className="grid gap-5">
      <p className="flex flex-wrap items-center gap-x-4">
        <Status kind="good">On</Status>
        <span className="text-quiet">
          {left === 0 ? "No recovery code is left" : `${left} of 10 recovery codes left`}
        </span>
      </p>
      <TextInput
        label="Current password"
        {...password}
        key={fields.password.key}
        errors={fields.password.errors}
        autoComplete="current-password"
        help="Required, so that no one can change this on a computer you left open."
      />
      <div className="flex flex-wrap gap-2">
        <Button size="lg" name="intent" value="codes" working={working}>
          Make new recovery codes
        </Button>
        <Button variant="danger-outline" size="lg" name="intent" value="off" working={working}>
          Turn it off
        </Button>
      </div>
    </Form>
  );
}

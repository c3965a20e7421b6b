import { useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { TwitterForm } from "../../../services/social/contract.forms";
import { ConnectForm, type ConnectProps, nameField } from "./channel-connect";

/** The form that connects an account on X. */
export function ConnectTwitter({ action, demo, known, last }: ConnectProps) {
  const [form, fields] = useForm({
    id: "twitter",
    lastResult: last?.reply,
    defaultValue: { name: known?.name ?? "" },
    onValidate: ({ formData }) => parseWithZod(formData, { schema: TwitterForm }),
  });
  return (
    <ConnectForm
      form={form}
      action={action}
      steps={[
        "In X's developer console, create an app with access to the Account Activity API.",
        "Under User authentication settings, give it Read and write and Direct message.",
        "Under Keys and tokens, create the API key and, for your own account, the access token.",
        "Enter the four values here. They are stored encrypted and never shown again.",
        "Each call costs a little at X: see its prices before you connect a busy account.",
        ...(demo ? ["In this demo, /sandbox/twitter is X: its page has the values of its account."] : []),
      ]}
      fields={[
        { field: fields.api_key, label: "API key", secret: true },
        {
          field: fields.api_secret,
          label: "API key secret",
          secret: true,
          help: "Webhooks are accepted only when they are signed with it.",
        },
        { field: fields.access_token, label: "Access token", secret: true },
        { field: fields.access_secret, label: "Access token secret", secret: true },
        nameField(fields),
      ]}
    />
  );
}

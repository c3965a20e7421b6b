// /user/profile - oneself: name, photo, time zone, and how one signs in
import { getFormProps, getInputProps, getSelectProps, type SubmissionResult, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { ActionFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { brand } from "../../rules/brand";
import { ProfileForm } from "../../services/identity/contract.profile";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { Button } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { Select, TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { zonesByContinent } from "../kit/zones.server";
import { act, done, expectStatus, page, receive } from "../shell/page.server";
import { changePhoto } from "./photo.server";
import { PhotoForm } from "./profile.photo";
import { SigningIn } from "./profile.signing-in";

const path = "/user/profile";

export const meta: MetaFunction = () => [{ title: `Profile - ${brand.name}` }];

export const loader = page(path, async ({ api, viewer }) => ({
  profile: expectStatus(await api.identity.profile(), 200),
  zones: zonesByContinent(),
  account: viewer.account_name,
  zone: viewer.time_zone,
}));

const changeDetails = act(path, ProfileForm, async ({ api, value, refuse, from }) => {
  const answer = await api.identity.updateProfile({ body: value });
  if (answer.status !== 200) return refuse(answer.body);
  return done(from, href(path), answer.body.message);
});

/** Two forms of one page: the photo's is read as it arrives, the other one whole. */
export async function action(args: ActionFunctionArgs) {
  const photo = new URL(args.request.url).searchParams.get("part") === "photo";
  return photo ? receive(path, changePhoto)(args) : changeDetails(args);
}

export default function ProfilePage() {
  const { profile, zones, account, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const form = last && "reply" in last ? last : undefined;
  return (
    <>
      <PageHeader title="Profile" text={`How people at ${account} see you, and how you sign in.`} />
      <ActionNotice notice={formNotice(form)} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-6">
        <Card padded label="You" className="grid gap-6 md:p-5!">
          <PhotoForm
            url={profile.profile_url}
            name={profile.name}
            {...(last && "photo" in last ? { error: last.photo } : {})}
          />
          <Details profile={profile} zones={zones} {...(form ? { last: form.reply } : {})} />
        </Card>
        <SigningIn profile={profile} zone={zone} />
      </div>
    </>
  );
}

type Loaded = ReturnType<typeof useLoaderData<typeof loader>>;

function Details({ profile, zones, last }: Pick<Loaded, "profile" | "zones"> & { last?: SubmissionResult<string[]> }) {
  const working = useNavigation().state !== "idle";
  const scripted = useHydrated();
  const [form, fields] = useForm({
    id: "profile",
    ...(last ? { lastResult: last } : {}),
    onValidate: ({ formData }) => parseWithZod(formData, { schema: ProfileForm }),
    defaultValue: { name: profile.name, time_zone: profile.time_zone },
  });
  const own = profile.time_zone && !zones.some((group) => group.zones.includes(profile.time_zone));
  return (
    <Form method="post" {...getFormProps(form)} noValidate={scripted} className="grid gap-5">
      <TextInput
        label="Name"
        {...getInputProps(fields.name, { type: "text" })}
        key={fields.name.key}
        errors={fields.name.errors}
        autoComplete="name"
      />
      <TextInput
        id="email"
        label="Email address"
        value={profile.email}
        readOnly
        help="You sign in with it. An administrator can invite another address."
      />
      <Select
        label="Time zone"
        {...getSelectProps(fields.time_zone)}
        key={fields.time_zone.key}
        errors={fields.time_zone.errors}
        empty={`As the account (${profile.account_time_zone})`}
        help="Dates and times are shown in it, for you only."
      >
        {own && <option value={profile.time_zone}>{profile.time_zone}</option>}
        {zones.map((group) => (
          <optgroup key={group.continent} label={group.continent}>
            {group.zones.map((name) => (
              <option key={name} value={name}>
                {name.replaceAll("_", " ")}
              </option>
            ))}
          </optgroup>
        ))}
      </Select>
      <div>
        <Button variant="primary" size="lg" working={working}>
          Save
        </Button>
      </div>
    </Form>
  );
}

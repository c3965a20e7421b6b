// /user/profile - oneself: name, photo, time zone, and how one signs in
import { getFormProps, getInputProps, getSelectProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { z } from "zod";
import { ProfileForm } from "../../services/identity/contract.profile";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, type LastPost, typedValue } from "../kit/refused-post";
import { titled } from "../kit/title";
import { unknownIntent } from "../kit/typed-fields";
import { Button } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { Select, TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { UnsavedForm } from "../kit/unsaved";
import { zonesByContinent } from "../kit/zones.server";
import { act, done, expectStatus, page } from "../shell/page.server";
import { PhotoForm } from "./profile/photo";
import { SigningIn } from "./profile/signing-in";

const path = "/user/profile";

export const meta = titled("Profile");

export const loader = page(path, async ({ api, viewer }) => ({
  profile: expectStatus(await api.identity.profile(), 200),
  zones: zonesByContinent(),
  account: viewer.account_name,
  zone: viewer.time_zone,
}));

const DetailsForm = ProfileForm.extend({ intent: z.literal("details") });

/** The forms of the page: who one is, and the photo. */
const Forms = z.discriminatedUnion(
  "intent",
  [DetailsForm, z.object({ intent: z.enum(["photo", "remove photo"]) })],
  unknownIntent,
);

export const action = act(
  path,
  Forms,
  async ({ api, value, files, refuse, from }) => {
    const back = href(path);
    if (value.intent === "details") {
      const { intent: _, ...body } = value;
      const answer = await api.identity.updateProfile({ body });
      return answer.status === 200 ? done(from, back, answer.body.message) : refuse(answer.body);
    }
    if (value.intent === "remove photo") {
      const answer = await api.identity.removePhoto();
      return answer.status === 200 ? done(from, back, answer.body.message) : refuse(atPhoto(answer.body));
    }
    const file = files.at(-1);
    if (!file) return refuse(atPhoto({ status: 422, message: "Choose a photo." }));
    const answer = await api.identity.setPhoto({ body: { file_id: file.id } });
    return answer.status === 200 ? done(from, back, "Your photo was changed.") : refuse(atPhoto(answer.body));
  },
  { files: "photo" },
);

/** What is wrong with a photo is said at its field. */
function atPhoto({ status, message }: { status: number; message: string }) {
  return { status, message, errors: { files: [message] } };
}

export default function ProfilePage() {
  const { profile, zones, account, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const details = typedValue(last, "intent") === "details" ? last : undefined;
  return (
    <>
      <PageHeader title="Profile" text={`How people at ${account} see you, and how you sign in.`} />
      <PostResult last={last} idOf={(name) => (name === "files" ? "upload" : `profile-${name}`)} />
      <div className="grid items-start gap-4 lg:grid-cols-[minmax(0,1fr)_360px] lg:gap-6">
        <Card padded label="You" className="grid gap-6 md:p-5!">
          <PhotoForm url={profile.profile_url} name={profile.name} errors={fieldErrors(last).files ?? []} />
          <Details profile={profile} zones={zones} last={details} />
        </Card>
        <SigningIn profile={profile} zone={zone} />
      </div>
    </>
  );
}

type ProfileData = ReturnType<typeof useLoaderData<typeof loader>>;

function Details({ profile, zones, last }: Pick<ProfileData, "profile" | "zones"> & { last: LastPost }) {
  const working = useNavigation().state !== "idle";
  const scripted = useHydrated();
  const [form, fields] = useForm({
    id: "profile",
    lastResult: last?.reply,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: DetailsForm }),
    defaultValue: { name: profile.name, time_zone: profile.time_zone },
  });
  const own = profile.time_zone && !zones.some((group) => group.zones.includes(profile.time_zone));
  return (
    <Form method="post" {...getFormProps(form)} noValidate={scripted} className="grid gap-5">
      <UnsavedForm refused={last} />
      <input type="hidden" name="intent" value="details" />
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

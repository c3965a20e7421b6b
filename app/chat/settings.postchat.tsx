// /chat/settings/postchat - how a visitor rates a chat that has ended, with a guided tour (?tour=1 begins it anew)
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Compass } from "lucide-react";
import { z } from "zod";
import type { ChatForm } from "../../services/chat/contract.forms";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped, typedValue } from "../kit/refused-post";
import { titled } from "../kit/title";
import { unknownIntent } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { Checkbox } from "../kit/ui/checkbox";
import { TextInput } from "../kit/ui/field";
import { act, done, expectStatus, page } from "../shell/page.server";
import { Tour } from "../shell/tour";
import { FormBuilder } from "./settings/form-builder";
import { BuilderForm, changeForm, loadForm } from "./settings/form-builder.server";
import { SettingsHead } from "./settings/settings-tabs";
import { postchatTour } from "./setup/postchat-tour";

const path = "/chat/settings/postchat";

export const meta = titled("After the chat");

export const loader = page(path, async (given) => {
  const [loaded, mine] = await Promise.all([loadForm(given, "postchat"), given.api.chat.preferences({})]);
  const seen = expectStatus(mine, 200).tours_seen.includes(postchatTour.id);
  return { ...loaded, tour: given.url.searchParams.get("tour") === "1" || !seen };
});

const PostchatForm = z.discriminatedUnion(
  "intent",
  [...BuilderForm.options, z.object({ intent: z.literal("tour seen") })],
  unknownIntent,
);

export const action = act(path, PostchatForm, async ({ value, ...given }) => {
  if (value.intent !== "tour seen") return changeForm({ ...given, value }, "postchat");
  await given.api.chat.savePreferences({ body: { tour: { id: postchatTour.id, seen: true } } });
  return done(given.from, href(path));
});

export default function Postchat() {
  const { tour, ...loaded } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const { active, comment, title_en, title_sw } = keepTyped(
    typedValue(last, "intent") === "settings" ? last : undefined,
    settingsIn(loaded.form),
  );
  const errors = fieldErrors(last);
  return (
    <>
      <PostResult last={last} idOf={(name) => name} />
      <SettingsHead
        tab="After the chat"
        text="How a visitor rates a chat that has ended: stars, a comment, and questions of your own."
        actions={
          tour ? undefined : (
            <LinkButton to={href(path, undefined, { tour: 1 })} icon={Compass}>
              Show me around
            </LinkButton>
          )
        }
      />
      {tour && <Tour tour={postchatTour} seenAction={href(path)} />}
      <section className="card mb-4" aria-labelledby="rating">
        <div className="card-head">
          <h2 id="rating">The rating</h2>
        </div>
        <Form
          key={`${active} ${comment}`}
          method="post"
          action={href(path)}
          className="grid gap-4 p-5 max-md:p-4"
          preventScrollReset
        >
          <Checkbox
            id="postchat-active"
            name="active"
            label="Ask for a rating when a chat has ended"
            help="One to five stars, once for each chat. Visitors can skip it."
            defaultChecked={active}
          />
          <div className="grid gap-4 sm:grid-cols-2" id="postchat-words">
            <TextInput
              id="title_en"
              name="title_en"
              label="Heading in English"
              optional
              maxLength={200}
              defaultValue={title_en}
              errors={errors.title_en ?? []}
              autoComplete="off"
            />
            <TextInput
              id="title_sw"
              name="title_sw"
              label="Heading in Swahili"
              optional
              lang="sw"
              maxLength={200}
              defaultValue={title_sw}
              errors={errors.title_sw ?? []}
              autoComplete="off"
            />
          </div>
          <Checkbox name="comment" label="Ask for a comment beside the stars" defaultChecked={comment} />
          <div>
            <Button variant="primary" id="postchat-save" name="intent" value="settings" working={working}>
              Save the rating
            </Button>
          </div>
        </Form>
      </section>
      <FormBuilder {...loaded} empty="Stars and a comment are often enough. Add a question to learn more." />
    </>
  );
}

function settingsIn({ active, comment, title_en, title_sw }: ChatForm) {
  return { active, comment, title_en, title_sw };
}

// /chat/settings/postchat - how a visitor rates a chat that has ended, with a guided tour (?tour=1 begins it anew)
import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Compass } from "lucide-react";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { Button, LinkButton } from "../kit/ui/button";
import { Checkbox } from "../kit/ui/checkbox";
import { TextInput } from "../kit/ui/field";
import { done, expectStatus, page, receive } from "../shell/page.server";
import { Tour } from "../shell/tour";
import { FormBuilder } from "./form-builder";
import { changeForm, loadForm } from "./form-builder.server";
import { postchatTour } from "./postchat-tour";
import { SettingsHead } from "./settings-tabs";

const path = "/chat/settings/postchat";

export const meta: MetaFunction = () => [{ title: `After the chat - ${brand.name}` }];

export const loader = page(path, async (given) => {
  const [loaded, mine] = await Promise.all([loadForm(given, "postchat"), given.api.chat.preferences({})]);
  const seen = expectStatus(mine, 200).tours_seen.includes(postchatTour.id);
  return { ...loaded, tour: given.url.searchParams.get("tour") === "1" || !seen };
});

export const action = receive(path, async (given) => {
  const { request, api, from } = given;
  const tour = new URL(request.url).searchParams.get("seen");
  if (tour === null) return changeForm(given, "postchat");
  await api.chat.savePreferences({ body: { tour: { id: postchatTour.id, seen: true } } });
  return done(from, href(path));
});

export default function Postchat() {
  const { tour, ...loaded } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const { active, comment, title_en, title_sw } = { ...loaded.form, ...last?.settings };
  const errors = last?.typed ? {} : (last?.errors ?? {});
  return (
    <>
      <ActionNotice notice={last?.notice} />
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
      {tour && <Tour tour={postchatTour} seenAction={href(path, undefined, { seen: postchatTour.id })} />}
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
      <FormBuilder
        {...loaded}
        {...{ last, working }}
        empty="Stars and a comment are often enough. Add a question to learn more."
      />
    </>
  );
}

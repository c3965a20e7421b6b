// /ticketing/settings - the template wizard: four sets, 25 percent each
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { templateSets } from "../../services/ticketing/contract.settings";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { Checkbox, CheckboxGroup } from "../kit/ui/checkbox";
import { Bar } from "../kit/ui/progress";
import { Status } from "../kit/ui/status";
import { act, done, expectStatus, page } from "../shell/page.server";
import { SettingsHead } from "./settings/settings-tabs";

export const meta = titled("Set up ticketing");

export const loader = page("/ticketing/settings", async ({ api }) => ({
  wizard: expectStatus(await api.ticketing.wizard({}), 200),
}));

const SetForm = z.object({
  set: z.enum(templateSets),
  choice: z.string({ error: "Choose one of the templates." }).min(1).max(40),
});

export const action = act("/ticketing/settings", SetForm, async ({ api, value, refuse, from, url }) => {
  const answer = await api.ticketing.setTemplate({ params: { set: value.set }, body: { choice: value.choice } });
  if (answer.status !== 201) return refuse(answer.body);
  const { progress, kept = [] } = answer.body;
  const own = kept.length > 0 ? ` Left as you made ${kept.length === 1 ? "it" : "them"}: ${kept.join(", ")}.` : "";
  return done(from, url.pathname, `The set-up is ${progress}% done.${own}`, "Set");
});

export default function Settings() {
  const { wizard } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  return (
    <>
      <PostResult last={last} />
      <SettingsHead tab="Set-up" text="Start from a template; everything can be changed afterwards." />
      <div className="grid max-w-[860px] gap-4">
        <section className="card grid gap-2 p-4" aria-label="Set-up progress">
          <p className="num text-xl font-semibold">
            {wizard.progress}% <span className="text-sm font-normal text-quiet">set up</span>
          </p>
          <Bar value={wizard.progress} max={100} label={`${wizard.progress} percent set up`} />
        </section>
        {wizard.sets.map((set) => (
          <section key={set.set} className="card" aria-label={set.name}>
            <div className="card-head">
              <h2>{set.name}</h2>
              <span className="ml-auto text-sm">
                <Status kind={set.done ? "good" : "none"}>{set.done ? "Set" : "Not set yet"}</Status>
              </span>
            </div>
            <Form method="post" className="grid gap-3 p-4">
              <input type="hidden" name="set" value={set.set} />
              <CheckboxGroup id={`choice-${set.set}`} legend={set.description} boxed>
                {set.choices.map(({ key, name, description }, index) => (
                  <Checkbox
                    key={key}
                    type="radio"
                    name="choice"
                    value={key}
                    label={name}
                    help={description}
                    defaultChecked={index === 0}
                  />
                ))}
              </CheckboxGroup>
              <div>
                <Button working={working} {...(set.done ? {} : { variant: "secondary" as const })}>
                  {set.done ? "Apply again" : "Apply template"}
                  <span className="sr-only">: {set.name}</span>
                </Button>
              </div>
            </Form>
          </section>
        ))}
      </div>
    </>
  );
}

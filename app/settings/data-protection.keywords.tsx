// /settings/data-protection/keywords - what people may answer to end messages: the fixed words, and the account's own
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { z } from "zod";
import { type KeywordRequest, keywords } from "../../rules/keywords";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { DateTime } from "../kit/date-time";
import { formNotice } from "../kit/form-notice";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { TextArea } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { PrivacyTabs } from "./privacy/privacy-tabs";

const path = "/settings/data-protection/keywords";

export const meta = titled("Opt-out words");

const words = z.string().max(5_000, "At most 5,000 characters.").default("");
const WordsForm = z.object({ stop: words, start: words, help: words });

export const loader = page(path, async ({ api, viewer }) => ({
  own: expectStatus(await api.messaging.keywords(), 200),
  zone: viewer.time_zone,
}));

export const action = act(path, WordsForm, async ({ api, value, refuse, from }) => {
  const { stop, start, help } = value;
  const body = { stop: listOf(stop), start: listOf(start), help: listOf(help) };
  const answer = await api.messaging.setKeywords({ body });
  return answer.status === 200 ? done(from, href(path), "The words were saved.") : refuse(answer.body);
});

/** One a line or with commas between. */
function listOf(text: string): string[] {
  return text
    .split(/[\r\n,;]+/)
    .map((word) => word.trim())
    .filter((word) => word !== "");
}

const fields: readonly { wish: KeywordRequest; label: string; effect: string }[] = [
  { wish: "stop", label: "Your words to stop", effect: "The number goes on the blacklist and one reply confirms it." },
  {
    wish: "start",
    label: "Your words to start again",
    effect: "Lifts what the person stopped, not what your team added.",
  },
  { wish: "help", label: "Your words for help", effect: "One reply says who writes and how to stop." },
];

export default function OptOutWords() {
  const { own, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const scripted = useHydrated();
  const typed = last?.reply.initialValue ?? {};
  const errors = last?.reply.error ?? {};
  const textOf = (wish: KeywordRequest) => {
    const text = typed[wish];
    return typeof text === "string" ? text : last ? "" : own[wish].join("\n");
  };
  return (
    <>
      <PageHeader
        title="Data protection"
        text="What people may answer to your SMS to end them. A word counts alone or among courtesies: “STOP please”."
      />
      <PrivacyTabs now="keywords" />
      <ActionNotice notice={formNotice(last)} />
      <Card padded label="Opt-out words" className="max-w-[640px] md:p-5!">
        <Form method="post" noValidate={scripted} className="grid gap-6">
          {fields.map(({ wish, label, effect }) => (
            <TextArea
              key={`${wish} ${own[wish].join()}`}
              id={wish}
              name={wish}
              label={label}
              rows={3}
              defaultValue={textOf(wish)}
              errors={errors[wish] ?? []}
              help={`${effect} These always count: ${keywords[wish].join(", ")}. Add one word a line, such as a word in Sheng or your language.`}
              autoComplete="off"
              spellCheck={false}
              optional
            />
          ))}
          <div>
            <Button variant="primary" size="lg" working={working}>
              Save
            </Button>
          </div>
          {own.changed_at && (
            <p className="text-sm text-quiet">
              Changed by {own.changed_by || "a service"}, <DateTime at={own.changed_at} zone={zone} />.
            </p>
          )}
        </Form>
      </Card>
    </>
  );
}

import { Form, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import { z } from "zod";
import { keywordReplyLimits } from "../../../rules/keyword-answers";
import type { KeywordReplyForm, KeywordReplyRecord } from "../../../services/messaging/contract.replies";
import { href } from "../../href";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, keepTyped, type LastPost } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { Card } from "../../kit/ui/card";
import { TextArea, TextInput } from "../../kit/ui/field";

const text = z.string().max(5_000, "At most 5,000 characters.").default("");

export const ReplyFields = z.object({ words_en: text, words_sw: text, reply_en: text, reply_sw: text });

/** What the call takes: words with commas or blanks between them. */
export function replyBody({ words_en, words_sw, ...replies }: z.output<typeof ReplyFields>): KeywordReplyForm {
  return { ...replies, words_en: wordsIn(words_en), words_sw: wordsIn(words_sw) };
}

function wordsIn(typed: string): string[] {
  return typed.split(/[\s,;]+/).filter((word) => word !== "");
}

type Props = { given?: KeywordReplyRecord; last: LastPost; submitLabel: string };

export function ReplyForm({ given, last, submitLabel }: Props) {
  const working = useNavigation().state !== "idle";
  const scripted = useHydrated();
  const errors = fieldErrors(last);
  const typed = keepTyped(last, {
    words_en: given?.words_en.join(", ") ?? "",
    words_sw: given?.words_sw.join(", ") ?? "",
    reply_en: given?.reply_en ?? "",
    reply_sw: given?.reply_sw ?? "",
  });
  const field = (name: keyof typeof typed) => ({
    ...{ id: name, name, defaultValue: typed[name], errors: errors[name] ?? [], optional: true },
  });
  const words = `One word each, with commas between: a message that begins with one is answered. At most ${keywordReplyLimits.words}.`;
  return (
    <>
      <PostResult last={last} idOf={(name) => name} />
      <Card padded label="Keyword reply" className="max-w-[640px] md:p-5!">
        <Form method="post" noValidate={scripted} className="grid gap-5">
          <TextInput {...field("words_en")} label="Words in English" help={words} autoComplete="off" />
          <TextArea {...field("reply_en")} label="Reply in English" rows={3} maxLength={480} />
          <TextInput {...field("words_sw")} label="Words in Swahili" help="The same in Swahili." autoComplete="off" />
          <TextArea
            {...field("reply_sw")}
            label="Reply in Swahili"
            rows={3}
            maxLength={480}
            help="A person is answered in the language of the word they sent, or in the other one where it has no reply."
          />
          <div className="flex flex-wrap gap-2">
            <Button variant="primary" size="lg" working={working}>
              {submitLabel}
            </Button>
            <LinkButton to={href("/settings/sms/replies")} size="lg" variant="ghost">
              Cancel
            </LinkButton>
          </div>
        </Form>
      </Card>
    </>
  );
}

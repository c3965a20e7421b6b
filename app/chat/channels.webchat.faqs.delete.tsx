// /chat/channels/webchat/faqs/delete - the last step before a question (?faq=) or a category (?category=) goes
import type { MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { z } from "zod";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { Button, LinkButton } from "../kit/ui/button";
import { DescriptionList } from "../kit/ui/description-list";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { idOf } from "./faq-place";
import { notSaved } from "./webchat.server";

const path = "/chat/channels/webchat/faqs/delete";

export const meta: MetaFunction = () => [{ title: `Delete - ${brand.name}` }];

export const loader = page(path, async ({ api, url }) => {
  const categories = expectStatus(await api.webchat.faqCategories({}), 200).data;
  const category = categories.find(({ id }) => id === idOf(url, "category"));
  const faq = categories.flatMap(({ faqs }) => faqs).find(({ id }) => id === idOf(url, "faq"));
  if (!category && !faq) throw new Response("There is no such question.", { status: 404 });
  return { category: category && { name: category.name, questions: category.faqs.length }, faq };
});

export const action = act(path, z.object({}), async ({ api, url, refuse, from }) => {
  const category = idOf(url, "category");
  const answer =
    category === undefined
      ? await api.webchat.deleteFaq({ params: { id: idOf(url, "faq") ?? 0 } })
      : await api.webchat.deleteFaqCategory({ params: { id: category } });
  if (answer.status !== 201) return notSaved(refuse, answer);
  return done(from, href("/chat/channels/webchat/faqs"), answer.body.message);
});

export default function DeleteFaq() {
  const { category, faq } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const back = href("/chat/channels/webchat/faqs");
  return (
    <div className="max-w-[760px]">
      <ActionNotice notice={formNotice(last)} />
      <PageHeader
        title={category ? `Delete ${category.name}?` : "Delete this question?"}
        text={category ? "Its questions are deleted too. This cannot be undone." : "This cannot be undone."}
        back={{ label: "FAQs", to: back }}
      />
      <DescriptionList
        facts={
          category
            ? [{ label: "Questions in it", value: category.questions }]
            : [
                { label: "Question", value: faq?.question ?? "" },
                { label: "Answer", value: faq?.answer ?? "" },
              ]
        }
      />
      <Form method="post" className="mt-4 flex flex-wrap gap-2">
        <Button variant="danger" size="lg" icon={Trash2} working={working}>
          {category ? "Delete the category" : "Delete the question"}
        </Button>
        <LinkButton to={back} size="lg">
          Keep it
        </LinkButton>
      </Form>
    </div>
  );
}

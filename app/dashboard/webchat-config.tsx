// /dashboard/webchat-config - how far each web chat is: its line, its sites, its questions
import type { MetaFunction } from "@remix-run/node";
import { useLoaderData } from "@remix-run/react";
import { MessageCircle, Plus } from "lucide-react";
import { brand } from "../../rules/brand";
import { href } from "../href";
import { LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { EmptyState } from "../kit/ui/empty-state";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { expectStatus, page } from "../shell/page.server";

const path = "/dashboard/webchat-config";

export const meta: MetaFunction = () => [{ title: `Web chat set-up - ${brand.name}` }];

export const loader = page(path, async ({ api }) => {
  const [applications, faqs] = await Promise.all([api.webchat.applications({}), api.webchat.faqs({})]);
  return { applications: expectStatus(applications, 200).data, faqs: expectStatus(faqs, 200).data.length };
});

type Application = ReturnType<typeof useLoaderData<typeof loader>>["applications"][number];

function stepsOf({ id, domains, last_visit, greeting_en, greeting_sw, identity_since }: Application, faqs: number) {
  const change = href("/chat/channels/webchat/:id", { id });
  const details = href("/dashboard/webchat-application-details", undefined, { id: String(id) });
  return [
    {
      done: last_visit !== null,
      words: "The script line is on your site, and someone has opened the chat",
      to: change,
    },
    { done: domains.length > 0, words: "Only your own sites may show it", to: change },
    { done: greeting_en !== "" || greeting_sw !== "", words: "It greets its visitors", to: change },
    { done: faqs > 0, words: "It answers what is often asked", to: href("/chat/channels/webchat/faqs") },
    { done: identity_since !== null, words: "It knows your signed-in customers", to: details },
  ];
}

export default function WebchatConfig() {
  const { applications, faqs } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Web chat set-up"
        text="What is done and what is left, for each of your sites."
        actions={<LinkButton to={href("/chat/channels/webchat")}>All applications</LinkButton>}
      />
      {applications.length === 0 && (
        <Card label="Web chat">
          <EmptyState
            icon={MessageCircle}
            title="No web chat yet"
            text="Add a web chat and put its script line on your site."
            actions={
              <LinkButton to={href("/chat/channels/webchat/new")} variant="primary" icon={Plus}>
                Add a web chat
              </LinkButton>
            }
          />
        </Card>
      )}
      {applications.map((application) => (
        <Card key={application.id} label={application.name} className="mb-4">
          <CardHead title={application.name} />
          <ul className="divide-y divide-line">
            {stepsOf(application, faqs).map(({ done, words, to }) => (
              <li key={words} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-5 py-3 max-md:px-4">
                <Status kind={done ? "good" : "none"}>{done ? "Done" : "To do"}</Status>
                <Link className="link min-w-0" to={to}>
                  {words}
                </Link>
              </li>
            ))}
          </ul>
        </Card>
      ))}
    </>
  );
}

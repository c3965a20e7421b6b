// /settings/sms/links - whether links of messages become short ones, and under which domain
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { sampleLink } from "../../rules/short-links";
import { LinkSettings } from "../../services/messaging/contract.links";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { formNotice } from "../kit/form-notice";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { Checkbox } from "../kit/ui/checkbox";
import { TextInput } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { act, done, expectStatus, page } from "../shell/page.server";
import { SmsTabs } from "./sms/sms-tabs";

const path = "/settings/sms/links";

export const meta = titled("Short links");

export const loader = page(path, async ({ api }) => expectStatus(await api.messaging.linkSettings(), 200));

/** A box that isn't ticked says nothing. */
const box = z.coerce.boolean().default(false);
const Fields = LinkSettings.extend({ short_links: box, promotional_links: box });

export const action = act(path, Fields, async ({ api, value, refuse, from }) => {
  const answer = await api.messaging.setLinkSettings({ body: value });
  return answer.status === 200 ? done(from, href(path), "Short links were changed.") : refuse(answer.body);
});

export default function ShortLinks() {
  const { short_links, promotional_links, link_domain, standard } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const errors = fieldErrors(last);
  const typed = keepTyped(last, { short_links, promotional_links, link_domain });
  const length = sampleLink(link_domain ? `https://${link_domain}` : standard).length;
  return (
    <>
      <PageHeader title="SMS sending" text="Links in messages can become short ones that show you who followed them." />
      <SmsTabs now="links" />
      <ActionNotice notice={formNotice(last)} />
      <Card padded label="Short links" className="max-w-[640px] md:p-5!">
        <Form method="post" className="grid gap-6">
          <Checkbox
            id="short_links"
            name="short_links"
            label="Shorten links and count who follows them"
            help={`Each recipient gets a link of their own with ${length} characters in place of the one you typed. Links with merge fields stay as they are. Programs that show previews are counted apart.`}
            defaultChecked={typed.short_links}
          />
          <Checkbox
            id="promotional_links"
            name="promotional_links"
            label="In promotional messages too"
            help="Some carriers drop promotional messages with short links. Switch it on only if yours allows them."
            defaultChecked={typed.promotional_links}
          />
          <TextInput
            id="link_domain"
            name="link_domain"
            label="Own domain"
            optional
            help={`Such as go.example.co.ke. It must lead to this installation. Without one, links begin with ${standard}`}
            defaultValue={typed.link_domain}
            errors={errors.link_domain ?? []}
            maxLength={60}
            autoComplete="off"
            inputMode="url"
          />
          <div>
            <Button variant="primary" size="lg" working={working}>
              Save
            </Button>
          </div>
        </Form>
      </Card>
    </>
  );
}

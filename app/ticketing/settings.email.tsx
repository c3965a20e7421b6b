// /ticketing/settings/email - what new mails become, the signature and the acknowledgement
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Plus } from "lucide-react";
import { z } from "zod";
import { brand } from "../../rules/brand";
import { newMails } from "../../services/social/contract.forms";
import type { TicketMailbox } from "../../services/social/contract.mailboxes";
import type { MailSettings } from "../../services/ticketing/contract.answers";
import { mayOpen } from "../access";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { titled } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { Checkbox, CheckboxGroup } from "../kit/ui/checkbox";
import { TextArea, TextInput } from "../kit/ui/field";
import { Link } from "../kit/ui/link";
import { act, done, expectStatus, page } from "../shell/page.server";
import { routeFor } from "../sitemap";
import { SettingsHead } from "./settings/settings-tabs";

const path = "/ticketing/settings/email";

export const meta = titled("Email of ticketing");

export const loader = page(path, async ({ api, viewer }) => {
  const [settings, mailboxes] = await Promise.all([api.ticketing.mailSettings({}), api.social.mailboxes()]);
  return {
    settings: expectStatus(settings, 200),
    mailboxes: mailboxes.status === 200 ? mailboxes.body.data : undefined,
    hasChat: mayOpen(viewer, { ...routeFor("/chat/inbox"), permissions: [] }),
  };
});

const SettingsForm = z.object({
  mailbox: z.coerce.number().int().positive().optional(),
  new_mails: z.enum(newMails, { error: "Choose conversations or tickets." }).optional(),
  signature: z.string().max(1_000, "A signature has at most 1,000 characters.").default(""),
  acknowledgement: z.string().max(2_000, "An acknowledgement has at most 2,000 characters.").default(""),
  reply_to: z.union([z.literal(""), z.email("Enter an email address, like care@your-shop.co.ke.")]).default(""),
});

export const action = act(path, SettingsForm, async ({ api, value, refuse, from, url }) => {
  const { mailbox, new_mails = "chat", ...settings } = value;
  const answer =
    mailbox === undefined
      ? await api.ticketing.saveMailSettings({ body: settings })
      : await api.social.setMailbox({ params: { id: mailbox }, body: { new_mails } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, url.pathname, answer.body.message, "Saved");
});

export default function EmailSettings() {
  const { settings, mailboxes, hasChat } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  return (
    <>
      <PostResult last={last} />
      <SettingsHead
        tab="Email"
        text="Public comments go to customers by email, and their replies come back to the ticket."
      />
      <div className="grid max-w-[860px] gap-4">
        <Mailboxes mailboxes={mailboxes} hasChat={hasChat} working={working} />
        <Words settings={settings} replies={mailboxes?.length === 0} errors={last?.errors ?? {}} working={working} />
      </div>
    </>
  );
}

type MailboxesProps = { mailboxes: TicketMailbox[] | undefined; hasChat: boolean; working: boolean };

function Mailboxes({ mailboxes, hasChat, working }: MailboxesProps) {
  return (
    <Card label="Mailboxes">
      <CardHead title="Mailboxes" />
      {mailboxes === undefined && <p className="p-4 text-quiet">The mailboxes can't be loaded now. Try again later.</p>}
      {mailboxes?.length === 0 && (
        <p className="p-4 text-quiet">
          No mailbox is connected. Comments are sent from {brand.name}'s own address, and replies don't reach the
          ticket.
        </p>
      )}
      {mailboxes?.map((mailbox) => (
        <Form key={mailbox.id} method="post" className="grid gap-3 border-t border-line p-4 first-of-type:border-t-0">
          <input type="hidden" name="mailbox" value={mailbox.id} />
          <div>
            <p className="font-semibold wrap-anywhere">
              <Link className="link" to={href("/ticketing/settings/email/mailbox/:id", { id: mailbox.id })}>
                {mailbox.address}
              </Link>
            </p>
            {mailbox.words && <p className="text-sm text-warn">{mailbox.words}</p>}
          </div>
          {!hasChat && mailbox.new_mails === "tickets" ? (
            <p className="text-quiet">New emails become tickets. A reply stays on its ticket.</p>
          ) : (
            <>
              <CheckboxGroup
                id={`new-mails-${mailbox.id}`}
                legend="New emails become"
                help="A reply stays where it belongs: in its conversation or on its ticket."
              >
                <Checkbox
                  type="radio"
                  name="new_mails"
                  value="chat"
                  label="Conversations in chat"
                  defaultChecked={mailbox.new_mails === "chat"}
                />
                <Checkbox
                  type="radio"
                  name="new_mails"
                  value="tickets"
                  label="Tickets"
                  defaultChecked={mailbox.new_mails === "tickets"}
                />
              </CheckboxGroup>
              <div>
                <Button working={working}>
                  Save<span className="sr-only"> for {mailbox.address}</span>
                </Button>
              </div>
            </>
          )}
        </Form>
      ))}
      {mailboxes && (
        <div className="border-t border-line p-4">
          <LinkButton to={href("/ticketing/settings/email/mailbox")} icon={Plus}>
            {mailboxes.length > 0 ? "Connect another mailbox" : "Connect a mailbox"}
          </LinkButton>
        </div>
      )}
    </Card>
  );
}

type WordsProps = {
  settings: MailSettings;
  /** No mailbox takes them. */
  replies: boolean;
  errors: Record<string, string[]>;
  working: boolean;
};

function Words({ settings, replies, errors, working }: WordsProps) {
  return (
    <Card label="Texts">
      <CardHead title="Texts" />
      <Form method="post" className="grid gap-4 p-4">
        <TextArea
          id="signature"
          name="signature"
          label="Signature"
          help="Under every public comment that goes by email."
          rows={4}
          maxLength={1_000}
          defaultValue={settings.signature}
          errors={errors.signature ?? []}
        />
        <TextArea
          id="acknowledgement"
          name="acknowledgement"
          label="Acknowledgement"
          help="Sent once when an email opens a ticket. {{id}}, {{subject}} and {{customer}} are filled in. Leave it empty to send nothing."
          rows={5}
          maxLength={2_000}
          defaultValue={settings.acknowledgement}
          errors={errors.acknowledgement ?? []}
        />
        {replies ? (
          <TextInput
            id="reply_to"
            name="reply_to"
            type="email"
            label="Replies go to"
            help="While no mailbox is connected. Without an address the email says that no one reads replies."
            maxLength={254}
            defaultValue={settings.reply_to}
            errors={errors.reply_to ?? []}
          />
        ) : (
          <input type="hidden" name="reply_to" value={settings.reply_to} />
        )}
        <div>
          <Button variant="primary" working={working}>
            Save the texts
          </Button>
        </div>
      </Form>
    </Card>
  );
}

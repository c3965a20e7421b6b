// /email/domains - the domains that emails come from, and the addresses at them
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Plus } from "lucide-react";
import { z } from "zod";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, keepTyped } from "../kit/refused-post";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { TextInput } from "../kit/ui/field";
import { Link } from "../kit/ui/link";
import { PageHeader } from "../kit/ui/page-header";
import { Status } from "../kit/ui/status";
import { act, done, expectStatus, page } from "../shell/page.server";

const path = "/email/domains";

export const meta = titled("Email domains");

export const loader = page(path, async ({ api }) => {
  const [domains, senders] = await Promise.all([api.email.domains({}), api.email.senders({})]);
  return { domains: expectStatus(domains, 200).data, senders: expectStatus(senders, 200).data };
});

const text = z.string().max(300).default("");
const DomainsForm = z.discriminatedUnion("intent", [
  z.object({ intent: z.literal("domain"), domain: text }),
  z.object({ intent: z.literal("sender"), name: text, address: text, reply_to: text }),
  z.object({ intent: z.literal("remove"), id: z.coerce.number().int().positive() }),
]);

export const action = act(path, DomainsForm, async ({ api, value, from, refuse }) => {
  if (value.intent === "domain") {
    const answer = await api.email.addDomain({ body: { domain: value.domain } });
    if (answer.status !== 201) return refuse(answer.body);
    return done(from, href("/email/domains/:id", { id: answer.body.id }), `${answer.body.domain} was added`);
  }
  if (value.intent === "remove") {
    const answer = await api.email.deleteSender({ params: { id: value.id } });
    if (answer.status !== 201) return refuse(answer.body);
    return done(from, href(path), answer.body.message);
  }
  const { name, address, reply_to } = value;
  const answer = await api.email.addSender({ body: { name, address, reply_to } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href(path), `${answer.body.address} was added`);
});

export default function EmailDomains() {
  const { domains, senders } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  const errors = fieldErrors(last);
  const typed = keepTyped(last, { domain: "", name: "", address: "", reply_to: "" });
  return (
    <>
      <PageHeader
        title="Email domains"
        text="Emails come from a domain of your own. Its DNS records prove that they are yours."
      />
      <PostResult last={last} idOf={(name) => name} />
      <div className="grid max-w-[860px] gap-4">
        <section className="card" aria-label="Domains">
          <div className="card-head">
            <h2>Domains</h2>
          </div>
          <ul className="divide-y divide-line">
            {domains.map(({ id, domain, proved }) => (
              <li key={id} className="flex flex-wrap items-center gap-3 px-4 py-2">
                <Link className="link font-medium" to={href("/email/domains/:id", { id })}>
                  {domain}
                </Link>
                <Status kind={proved ? "good" : "warn"}>{proved ? "Proved" : "Records missing"}</Status>
              </li>
            ))}
            {domains.length === 0 && <li className="px-4 py-3 text-sm text-quiet">No domain yet. Add yours below.</li>}
          </ul>
          <Form method="post" className="flex flex-wrap items-end gap-2 border-t border-line p-4">
            <TextInput
              id="domain"
              name="domain"
              label="Add a domain"
              className="min-w-0 flex-1"
              defaultValue={typed.domain}
              help="Such as example.com."
              errors={errors.domain ?? []}
              autoComplete="off"
            />
            <Button name="intent" value="domain" size="lg" icon={Plus} working={working}>
              Add the domain
            </Button>
          </Form>
        </section>
        <section className="card" aria-label="Addresses to send from">
          <div className="card-head">
            <h2>Addresses to send from</h2>
          </div>
          <ul className="divide-y divide-line">
            {senders.map(({ id, name, address, usable }) => (
              <li key={id} className="flex flex-wrap items-center gap-3 px-4 py-2">
                <span className="min-w-0 flex-1 wrap-anywhere">
                  <b className="font-medium">{name}</b> <span className="text-quiet">{address}</span>
                </span>
                <Status kind={usable ? "good" : "warn"}>{usable ? "Can send" : "Domain not proved"}</Status>
                <Form method="post">
                  <input type="hidden" name="id" value={id} />
                  <Button name="intent" value="remove">
                    Remove<span className="sr-only"> {address}</span>
                  </Button>
                </Form>
              </li>
            ))}
            {senders.length === 0 && <li className="px-4 py-3 text-sm text-quiet">No address yet.</li>}
          </ul>
          <Form method="post" className="grid gap-4 border-t border-line p-4 md:grid-cols-3">
            <TextInput
              id="name"
              name="name"
              label="Name"
              defaultValue={typed.name}
              help="What readers see."
              errors={errors.name ?? []}
              autoComplete="off"
            />
            <TextInput
              id="address"
              name="address"
              type="email"
              label="Address"
              defaultValue={typed.address}
              errors={errors.address ?? []}
              autoComplete="off"
            />
            <TextInput
              id="reply_to"
              name="reply_to"
              type="email"
              label="Answers go to"
              optional
              defaultValue={typed.reply_to}
              errors={errors.reply_to ?? []}
              autoComplete="off"
            />
            <div>
              <Button name="intent" value="sender" icon={Plus} working={working}>
                Add the address
              </Button>
            </div>
          </Form>
        </section>
      </div>
    </>
  );
}

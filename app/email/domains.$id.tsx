// /email/domains/:id - the DNS records of a domain, and whether they are there
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { RefreshCw, Trash2 } from "lucide-react";
import type { DnsRecord } from "../../services/email/contract.schemas";
import { id } from "../../services/kit/contract";
import { href } from "../href";
import { DateTime } from "../kit/date-time";
import { PostResult } from "../kit/post-result";
import { titledBy } from "../kit/title";
import { NoFields } from "../kit/typed-fields";
import { Button, LinkButton } from "../kit/ui/button";
import { CopyButton } from "../kit/ui/copy-button";
import { PageHeader } from "../kit/ui/page-header";
import type { StatusKind } from "../kit/ui/status";
import { Status } from "../kit/ui/status";
import { act, done, expectStatus, page } from "../shell/page.server";

const path = "/email/domains/:id";

export const meta = titledBy<typeof loader>(({ data }) => data?.domain.domain ?? "Domain");

export const loader = page(path, async ({ api, params, viewer }) => {
  const known = id.safeParse(params.id);
  if (!known.success) throw new Response("There is no such domain.", { status: 404 });
  return { domain: expectStatus(await api.email.domain({ params: { id: known.data } }), 200), zone: viewer.time_zone };
});

export const action = act(path, NoFields, async ({ api, params, from, refuse }) => {
  const answer = await api.email.checkDomain({ params: { id: params.id } });
  if (answer.status !== 201) return refuse(answer.body);
  const { domain, proved } = answer.body;
  return done(from, href(path, { id: params.id }), proved ? `${domain} is proved` : "Not all records are there yet");
});

const states: Record<DnsRecord["state"], { kind: StatusKind; word: string }> = {
  found: { kind: "good", word: "Found" },
  missing: { kind: "warn", word: "Missing" },
  different: { kind: "bad", word: "Different" },
  unchecked: { kind: "none", word: "Not checked" },
};

const purposes: Record<DnsRecord["purpose"], string> = {
  DKIM: "Proves that an email was signed by you and was not changed.",
  SPF: "Lets our mail host send for the domain. Where you have an SPF record, add the include to it.",
  DMARC: "Says what to do with emails that are not proved. A stricter policy is fine.",
};

export default function EmailDomain() {
  const { domain, zone } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  return (
    <>
      <PostResult last={last} />
      <PageHeader
        title={domain.domain}
        text={
          <Status kind={domain.proved ? "good" : "warn"}>
            {domain.proved
              ? "Proved: emails can be sent from it"
              : "Add these records where your domain is managed, then check them."}
          </Status>
        }
        back={{ label: "Email domains", to: href("/email/domains") }}
        actions={
          <>
            <LinkButton to={href("/email/domains/:id/delete", { id: domain.id })} icon={Trash2}>
              Remove
            </LinkButton>
            <Form method="post">
              <Button variant="primary" icon={RefreshCw} working={working}>
                Check the records
              </Button>
            </Form>
          </>
        }
      />
      <div className="grid max-w-[860px] gap-4">
        {domain.records.map(({ purpose, name, type, value, state, found }) => (
          <section key={purpose} className="card p-4" aria-label={purpose}>
            <div className="flex flex-wrap items-center gap-3">
              <h2 className="font-semibold">{purpose}</h2>
              <Status kind={states[state].kind}>{states[state].word}</Status>
            </div>
            <p className="mt-1 text-sm text-quiet">{purposes[purpose]}</p>
            <dl className="mt-3 grid gap-2 text-sm">
              <Row label="Type" value={type} />
              <Row label="Name" value={name} copied={purpose} />
              <Row label="Value" value={value} copied={purpose} />
              {state === "different" && <Row label="Found instead" value={found} />}
            </dl>
          </section>
        ))}
        {domain.checked_at && (
          <p className="text-sm text-quiet">
            Checked <DateTime at={domain.checked_at} zone={zone} />
          </p>
        )}
      </div>
    </>
  );
}

/** @param copied what it is part of, where it is to be copied elsewhere */
function Row({ label, value, copied }: { label: string; value: string; copied?: string }) {
  return (
    <div className="grid gap-x-3 md:grid-cols-[120px_1fr]">
      <dt className="text-quiet">{label}</dt>
      <dd className="flex items-start justify-between gap-2">
        <code className="min-w-0 wrap-anywhere">{value}</code>
        {copied && <CopyButton text={value} label={`the ${label.toLowerCase()} of ${copied}`} />}
      </dd>
    </div>
  );
}

// /crm/generate/:id - a lead form: its address, how to embed it, and from where its leads came
import { useLoaderData } from "@remix-run/react";
import { ExternalLink, Pencil } from "lucide-react";
import { commas } from "../../rules/format";
import { href } from "../href";
import { titledBy } from "../kit/title";
import { LinkButton } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { PageHeader } from "../kit/ui/page-header";
import { StatStrip } from "../kit/ui/stat";
import { Status } from "../kit/ui/status";
import { expectStatus, page } from "../shell/page.server";

const path = "/crm/generate/:id";

export const meta = titledBy<typeof loader>(({ data }) => data?.form.name ?? "Lead form");

export const loader = page(path, async ({ api, params, url, from }) => ({
  form: expectStatus(await api.crm.leadForm({ params: { id: Number(params.id) || 0 } }), 200),
  origin: from.origin ?? url.origin,
}));

export default function LeadFormPage() {
  const { form, origin } = useLoaderData<typeof loader>();
  const { id, key, name, title, active, arrived, pending, origins, sites, double_opt_in } = form;
  const address = `${origin}/lead-form/${key}`;
  const frame = `<iframe src="${address}" title="${title.replaceAll('"', "&quot;")}" width="100%" height="720" loading="lazy"></iframe>`;
  return (
    <>
      <PageHeader
        title={name}
        text={title}
        back={{ label: "Lead forms", to: href("/crm/generate") }}
        actions={
          <>
            <LinkButton to={href("/crm/leads", undefined, { state: "all", source: `Form: ${name}` })}>
              Its leads
            </LinkButton>
            <LinkButton to={href("/crm/generate/:id/edit", { id })} variant="primary" icon={Pencil}>
              Change
            </LinkButton>
          </>
        }
      />
      <StatStrip
        label="Entries"
        stats={[
          { label: "Leads", value: commas(arrived), note: active ? "the form is open" : "the form is closed" },
          ...(double_opt_in
            ? [{ label: "Not confirmed", value: commas(pending), note: "the email was not opened" }]
            : []),
        ]}
      />
      <div className="mt-4 grid items-start gap-4 lg:grid-cols-2 lg:gap-6">
        <Card label="Share it">
          <CardHead title="Share it" />
          <div className="grid gap-4 p-4">
            <Status kind={active ? "good" : "none"}>{active ? "Open" : "Closed"}</Status>
            <div>
              <p className="label mb-1">Address</p>
              <p className="wrap-anywhere">
                <a className="link" href={address} target="_blank" rel="noreferrer">
                  {address}
                  <ExternalLink size={14} className="ml-1 inline" aria-label="opens in a new tab" />
                </a>
              </p>
              <p className="mt-1 text-sm text-quiet">
                Add <code>?utm_source=…&amp;utm_campaign=…</code> to see which campaign each lead came from.
              </p>
            </div>
            <div>
              <label className="label mb-1 block" htmlFor="embed">
                For your own site
              </label>
              <textarea id="embed" className="input font-mono text-sm" rows={4} readOnly value={frame} />
              <p className="mt-1 text-sm text-quiet">
                {sites.length === 0
                  ? "Name your site under Change first: no site may show the form in a frame yet."
                  : `Works on ${sites.join(", ")}.`}
              </p>
            </div>
          </div>
        </Card>
        <Card label="Where they came from">
          <CardHead title="Where they came from" />
          {origins.length === 0 ? (
            <p className="p-4 text-quiet">No leads yet.</p>
          ) : (
            <ul className="divide-y divide-line">
              {origins.map(({ source, campaign, referrer, entries }) => (
                <li key={`${source} ${campaign} ${referrer}`} className="flex items-baseline gap-3 px-4 py-2">
                  <span className="min-w-0 flex-1 wrap-anywhere">
                    {[source, campaign].filter(Boolean).join(", ") || referrer || "The link itself"}
                    {source !== "" && referrer !== "" && <span className="text-sm text-quiet"> from {referrer}</span>}
                  </span>
                  <span className="num">{commas(entries)}</span>
                </li>
              ))}
            </ul>
          )}
        </Card>
      </div>
    </>
  );
}

// /voice/outbound/dashboard/stats - what became of the numbers of a list, or of all of them
import { Form, useLoaderData } from "@remix-run/react";
import { commas } from "../../rules/format";
import { targetStates } from "../../rules/outbound";
import { id } from "../../services/kit/contract";
import { href } from "../href";
import { percent } from "../kit/call-labels";
import { titled } from "../kit/title";
import { Button } from "../kit/ui/button";
import { Card, CardHead } from "../kit/ui/card";
import { KeyValues } from "../kit/ui/description-list";
import { EmptyState } from "../kit/ui/empty-state";
import { Select } from "../kit/ui/field";
import { PageHeader } from "../kit/ui/page-header";
import { Stat } from "../kit/ui/stat";
import { expectStatus, page } from "../shell/page.server";
import { loadGroups } from "./outbound/groups";
import { openPanels } from "./outbound/open-panels.server";
import { OutboundTabs } from "./outbound/outbound-tabs";
import { targetWords } from "./outbound/target-labels";

const path = "/voice/outbound/dashboard/stats";

export const meta = titled("Outbound statistics");

export const loader = page(path, async ({ api, url, viewer }) => {
  const chosen = id.safeParse(url.searchParams.get("group"));
  const group = chosen.success ? chosen.data : 0;
  const [summary, groups] = await Promise.all([
    api.voice.dispositionSummary({ params: { id: group } }),
    loadGroups({ api }),
  ]);
  return { group, groups, ...expectStatus(summary, 200), open: openPanels(viewer) };
});

export default function OutboundStatistics() {
  const { group, groups, counts, attempts, connects, machines, dispositions, open } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHeader
        title="Outbound statistics"
        text="The states of the numbers to call, and the results of the calls to them."
      />
      <OutboundTabs current={path} open={open} />
      <div className="grid gap-4">
        <Form method="get" className="flex flex-wrap items-end gap-3">
          <Select
            id="group"
            name="group"
            label="List"
            empty="All lists"
            choices={groups.map((one) => ({ value: String(one.id), label: one.name }))}
            defaultValue={group === 0 ? "" : String(group)}
          />
          <Button>Show</Button>
        </Form>
        <div className="grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-6">
          {targetStates.map((state) => (
            <Stat
              key={state}
              label={targetWords[state].word}
              value={commas(counts[state])}
              to={href("/voice/outbound/dashboard/details", undefined, { state, group: group || undefined })}
            />
          ))}
        </div>
        <div className="grid grid-cols-2 gap-4 max-sm:gap-3 lg:grid-cols-6">
          <Stat label="Calls" value={commas(attempts)} />
          <Stat
            label="Answered"
            value={commas(connects)}
            note={percent(attempts === 0 ? null : (100 * connects) / attempts)}
          />
          <Stat
            label="Answering machines"
            value={commas(machines)}
            note={percent(attempts === 0 ? null : (100 * machines) / attempts)}
          />
        </div>
        <Card label="Dispositions">
          <CardHead title="Dispositions of answered calls" />
          {dispositions.length === 0 ? (
            <EmptyState title="No answered calls yet" text="Each answered call is counted here by its disposition." />
          ) : (
            <div className="p-4">
              <KeyValues
                rows={dispositions.map(({ disposition, calls }) => ({
                  label: disposition || "No disposition",
                  value: commas(calls),
                }))}
              />
            </div>
          )}
        </Card>
      </div>
    </>
  );
}

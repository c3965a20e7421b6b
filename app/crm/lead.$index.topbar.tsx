// /crm/lead/:index/topbar - who looks after a lead (R130)
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { z } from "zod";
import { href } from "../href";
import { PostResult } from "../kit/post-result";
import { fieldErrors, typedValue } from "../kit/refused-post";
import { titledBy } from "../kit/title";
import { typedText } from "../kit/typed-fields";
import { Button } from "../kit/ui/button";
import { Select } from "../kit/ui/field";
import { act, done, expectStatus, page } from "../shell/page.server";
import { loadLead } from "./lead/lead.server";
import { LeadFrame } from "./lead/lead-frame";

const path = "/crm/lead/:index/topbar";

export const meta = titledBy<typeof loader>(({ data }) => `Sales manager of ${data?.lead.name ?? "a lead"}`);

export const loader = page(path, async (given) => {
  const [loaded, managers] = await Promise.all([loadLead(given), given.api.crm.salesManagers({})]);
  return { ...loaded, managers: expectStatus(managers, 200).data };
});

const ManagerFields = z.object({ sales_manager_id: typedText });

export const action = act(path, ManagerFields, async ({ api, params, value, refuse, from }) => {
  const id = Number(params.index) || 0;
  const sales_manager_id = value.sales_manager_id || null;
  const answer = await api.crm.setSalesManager({ params: { id }, body: { type: "lead", sales_manager_id } });
  if (answer.status !== 201) return refuse(answer.body);
  const { sales_manager } = answer.body;
  const words = sales_manager === "" ? "The lead has no sales manager now." : `${sales_manager} has the lead now.`;
  return done(from, href("/crm/lead/:index", { index: id }), words);
});

export default function LeadManager() {
  const { managers, ...loaded } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state === "submitting";
  const { lead } = loaded;
  return (
    <LeadFrame {...loaded}>
      <PostResult last={last} />
      <Form key={lead.version} method="post" className="card grid max-w-[560px] gap-4 p-4">
        <Select
          id="sales_manager_id"
          name="sales_manager_id"
          label="Sales manager"
          empty="None"
          defaultValue={typedValue(last, "sales_manager_id") ?? lead.sales_manager_id ?? ""}
          choices={managers.map(({ id, name }) => ({ value: id, label: name }))}
          errors={fieldErrors(last).sales_manager_id ?? []}
        />
        <div>
          <Button variant="primary" size="lg" working={working}>
            Save the sales manager
          </Button>
        </div>
      </Form>
    </LeadFrame>
  );
}

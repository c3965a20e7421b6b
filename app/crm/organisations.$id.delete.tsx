// /crm/organisations/:id/delete - the last step before an organisation goes; its people and deals stay
import { useActionData, useLoaderData } from "@remix-run/react";
import { z } from "zod";
import { href } from "../href";
import { DeleteConfirm } from "../kit/delete-confirm";
import { fieldErrors, typedValue } from "../kit/refused-post";
import { titled } from "../kit/title";
import { typedId } from "../kit/typed-fields";
import { Select } from "../kit/ui/field";
import { act, done, page } from "../shell/page.server";
import { countText } from "./organisations/labels";
import { fetchOrganisation } from "./organisations/organisation.server";

const path = "/crm/organisations/:id/delete";

export const meta = titled("Delete an organisation");

export const loader = page(path, ({ api, params }) => fetchOrganisation(api, params.id));

export const action = act(path, z.object({ move_to: typedId }), async ({ api, params, value, refuse, from }) => {
  const id = Number(params.id) || 0;
  const query = value.move_to === 0 ? {} : { move_to: value.move_to };
  const answer = await api.crm.deleteOrganisation({ params: { id }, query });
  if (answer.status !== 200) return refuse(answer.body);
  return done(from, href("/crm/organisations"), answer.body.message, "Deleted");
});

export default function DeleteOrganisation() {
  const { id, name, people, deals, likely } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const held = deals?.reduce((sum, one) => sum + one.deals, 0);
  return (
    <DeleteConfirm
      title={`Delete ${name}?`}
      text="The organisation goes with its history. Its people and deals stay."
      facts={[
        { label: "People", value: countText(people) },
        ...(held === undefined ? [] : [{ label: "Deals", value: held.toLocaleString("en-KE") }]),
      ]}
      submitLabel="Delete the organisation"
      back={{ label: "Organisation", to: href("/crm/organisations/:id", { id }) }}
      last={last}
    >
      {likely.length > 0 && (
        <Select
          id="move_to"
          name="move_to"
          className="basis-full"
          label="Its people and deals belong then to"
          help="This organisation gets the phone numbers and email addresses too."
          empty="No organisation"
          defaultValue={typedValue(last, "move_to") ?? ""}
          choices={likely.map((one) => ({
            value: String(one.id),
            label: [one.name, one.town].filter(Boolean).join(", "),
          }))}
          errors={fieldErrors(last).move_to ?? []}
        />
      )}
    </DeleteConfirm>
  );
}

// /settings/users/:id/modules - the switch of each product for one person
import { Form, useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import { Boxes } from "lucide-react";
import { z } from "zod";
import { products } from "../../rules/access";
import { productName } from "../../rules/product-names";
import { href } from "../href";
import { ActionNotice } from "../kit/action-notice";
import { titledBy } from "../kit/title";
import { Button, LinkButton } from "../kit/ui/button";
import { Card } from "../kit/ui/card";
import { Checkbox, CheckboxGroup } from "../kit/ui/checkbox";
import { EmptyState } from "../kit/ui/empty-state";
import { act, done, expectStatus, page } from "../shell/page.server";
import { PersonHead } from "./people/person-head";
import { loadPerson, parseUserId } from "./people/users.server";
import { whysFor } from "./roles/rights";

const path = "/settings/users/:id/modules";
const product = z.enum(products);
/** `shown`: what the form had a switch for; a product that came meanwhile stays as it is. */
const Switches = z.object({ shown: z.array(product).default([]), on: z.array(product).default([]) });

export const meta = titledBy<typeof loader>(({ data }) => `Modules of ${data?.member.name ?? "a person"}`);

export const loader = page(path, async ({ api, params, viewer }) => {
  const member = await loadPerson(api, params.id);
  const { data } = expectStatus(await api.identity.modules({ query: { user_id: member.id } }), 200);
  return { member, modules: data, whys: whysFor(viewer, member) };
});

export const action = act(path, Switches, async ({ api, value, refuse, from, params }) => {
  const id = parseUserId(params.id);
  const modules = Object.fromEntries(value.shown.map((name) => [name, value.on.includes(name)]));
  const answer = await api.identity.setModules({ body: { user_id: id, modules } });
  if (answer.status !== 201) return refuse(answer.body);
  return done(from, href(path, { id }), "The modules were saved.");
});

export default function PersonModules() {
  const { member, modules, whys } = useLoaderData<typeof loader>();
  const last = useActionData<typeof action>();
  const working = useNavigation().state !== "idle";
  return (
    <>
      <ActionNotice notice={last?.notice} />
      <PersonHead member={member} whys={whys} />
      <Card label="Modules" className="max-w-[760px]">
        {modules.length === 0 ? (
          <EmptyState
            icon={Boxes}
            title="The account has no products yet"
            text="When it has products, you can switch each one off here for one person."
          />
        ) : (
          <Form method="post" className="grid gap-5 p-5 max-md:p-4" key={JSON.stringify(modules)}>
            <CheckboxGroup
              id="modules"
              legend="Products this person works with"
              help="If you switch a product off, this person can't see or use it, whatever their permissions. Others keep it."
              boxed
            >
              {modules.map(({ name, on }) => (
                <Checkbox
                  key={name}
                  label={productName(name)}
                  name="on"
                  value={name}
                  defaultChecked={on}
                  disabled={whys.rights !== undefined}
                />
              ))}
            </CheckboxGroup>
            {modules.map(({ name }) => (
              <input key={name} type="hidden" name="shown" value={name} />
            ))}
            <div className="flex flex-wrap items-center gap-2">
              <Button
                variant="primary"
                size="lg"
                working={working}
                {...(whys.rights ? { disabledReason: whys.rights } : {})}
              >
                Save
              </Button>
              <LinkButton to={href("/settings/users")} size="lg" variant="ghost">
                Cancel
              </LinkButton>
              {whys.rights && <span className="text-sm text-quiet">{whys.rights}</span>}
            </div>
          </Form>
        )}
      </Card>
    </>
  );
}

import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { OrganisationMatch } from "../../../services/crm/contract.organisations";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Checkbox } from "../../kit/ui/checkbox";
import { Drawer } from "../../kit/ui/drawer";
import { type Choice, Select, TextArea, TextInput } from "../../kit/ui/field";
import { FormFoot } from "../../kit/ui/form-foot";
import { LikelyLines } from "./likely";

type OrganisationDrawerProps = {
  title: string;
  close: string;
  submitLabel: string;
  /** What the fields hold before anything is typed. */
  kept: Record<string, string>;
  managers: readonly Choice[];
  last: LastPost;
  /** Organisations that may be the new one. */
  likely?: readonly OrganisationMatch[];
  /** In the form, above its fields. */
  children?: ReactNode;
};

/** What an organisation says. */
export function OrganisationDrawer(props: OrganisationDrawerProps) {
  const { title, close, submitLabel, kept, managers, last, likely = [], children } = props;
  const working = useNavigation().state === "submitting";
  const errors = fieldErrors(last);
  const field = (name: string, label: string, more: object = {}) => ({
    ...{ id: `organisation-${name}`, name, label, optional: true, autoComplete: "off" },
    defaultValue: typedValue(last, name) ?? kept[name] ?? "",
    errors: errors[name] ?? [],
    ...more,
  });
  return (
    <Drawer
      title={title}
      close={close}
      foot={<FormFoot submitLabel={submitLabel} close={close} form="organisation" working={working} />}
    >
      <PostResult last={last} idOf={(name) => `organisation-${name}`} />
      <Form method="post" id="organisation" className="grid gap-5">
        {children}
        {likely.length > 0 && (
          <div className="card grid gap-3 p-4" role="status">
            <p className="font-medium">It may be there already. Nothing was added.</p>
            <LikelyLines likely={likely} />
            <Checkbox name="anyway" value="on" label="It is another one: add it" />
          </div>
        )}
        <TextInput {...field("name", "Name", { optional: false, required: true, maxLength: 200 })} />
        <TextInput {...field("website", "Website", { inputMode: "url", maxLength: 200 })} />
        <TextInput {...field("phone", "Phone", { type: "tel", inputMode: "tel" })} />
        <TextInput {...field("email", "Email", { type: "email", maxLength: 254 })} />
        <TextInput {...field("town", "Town", { maxLength: 100 })} />
        <TextInput {...field("address", "Address", { maxLength: 300, help: "Street, building or post box." })} />
        <TextInput {...field("tax_pin", "KRA PIN", { maxLength: 20, help: "Such as P051234567X." })} />
        <Select
          id="organisation-sales_manager_id"
          name="sales_manager_id"
          label="Sales manager"
          empty="None"
          defaultValue={typedValue(last, "sales_manager_id") ?? kept.sales_manager_id ?? ""}
          choices={managers}
          errors={errors.sales_manager_id ?? []}
        />
        <TextArea {...field("note", "Note", { maxLength: 5000 })} />
      </Form>
    </Drawer>
  );
}

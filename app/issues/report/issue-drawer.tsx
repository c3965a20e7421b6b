import { Form, useFetcher, useLocation, useNavigation } from "@remix-run/react";
import { useState } from "react";
import { useHydrated } from "remix-utils/use-hydrated";
import { chooseProduct, type IssueChoice, nothingChosen, tickIssue, tickOther } from "../../../rules/issue-drawer";
import { href } from "../../href";
import { PostResult } from "../../kit/post-result";
import { fieldErrors, keepTyped, type RefusedPost, typedValue } from "../../kit/refused-post";
import { Button } from "../../kit/ui/button";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";
import { Drawer } from "../../kit/ui/drawer";
import { Select, TextArea } from "../../kit/ui/field";
import { FileField } from "../../kit/ui/file-field";
import { FormFoot } from "../../kit/ui/form-foot";
import { Link } from "../../kit/ui/link";
import { WithoutScript } from "../../kit/ui/without-script";
import { productParam } from "./product-param";

export type IssueDrawerProps = {
  /** Undefined when they can't be had just now. */
  products: readonly { id: number; name: string; issues: readonly string[] }[] | undefined;
  /** The page behind: where Close, Cancel and a report that went well lead. */
  close: string;
  /** Where the answer goes. */
  email: string;
  /** What a report without script came back with. */
  last?: RefusedPost | undefined;
};

/** REPORT AN ISSUE (R056 to R065), over any page. */
export function IssueDrawer({ products, close, email, last: posted }: IssueDrawerProps) {
  const fetcher = useFetcher<RefusedPost>();
  const navigating = useNavigation().state !== "idle";
  const scripted = useHydrated();
  const { search } = useLocation();
  const last = fetcher.data ?? posted;
  const asked = new URLSearchParams(search).get(productParam) ?? "";
  const [choice, setChoice] = useState<IssueChoice>(keepTyped(last, chooseProduct(nothingChosen, asked)));
  const [uploading, setUploading] = useState(0);
  const product = products?.find(({ id }) => String(id) === choice.product);
  const working = fetcher.state !== "idle" || navigating;
  const errors = fetcher.state === "idle" ? fieldErrors(last) : {};
  const wrong = (name: string) => errors[name] ?? [];
  const waiting = uploading > 0 ? `Waiting for ${uploading === 1 ? "1 upload" : `${uploading} uploads`}` : undefined;
  const why = product ? waiting : "Choose a product first.";
  const action = href("/issues/create", undefined, { to: close, [productParam]: choice.product });
  return (
    <Drawer
      title="REPORT AN ISSUE"
      close={close}
      foot={
        <FormFoot
          submitLabel="Submit"
          close={close}
          form="issue"
          working={working}
          {...(why ? { disabledReason: why } : {})}
        >
          {waiting && (
            <span className="ml-auto text-right text-sm text-quiet" role="status">
              {waiting}
            </span>
          )}
        </FormFoot>
      }
    >
      <PostResult last={last} idOf={(name) => (name === "product" ? "issue-product" : name)} />
      <p className="-mb-1 text-quiet">
        It becomes a ticket with our support team. We reply to {email}, and{" "}
        <Link className="link" to={href("/issues")}>
          your reported issues
        </Link>{" "}
        show its progress.
      </p>
      {products ? (
        <ProductForm
          products={products}
          chosen={choice.product}
          errors={wrong("product")}
          onChoose={(id) => setChoice(chooseProduct(choice, id))}
        />
      ) : (
        <p className="text-bad">The products can't be loaded just now. Close this and try again in a moment.</p>
      )}
      {product && (
        <fetcher.Form
          id="issue"
          method="post"
          encType="multipart/form-data"
          action={action}
          noValidate={scripted}
          className="group/issue grid gap-6"
        >
          <input type="hidden" name="product" value={choice.product} />
          <CheckboxGroup
            id="issues"
            boxed
            legend="What is wrong?"
            help={helpFor(product.issues.length)}
            errors={wrong("issues")}
          >
            {product.issues.map((issue) => (
              <Checkbox
                key={issue}
                label={issue}
                name="issues"
                value={issue}
                checked={choice.issues.includes(issue)}
                onChange={({ target }) => setChoice(tickIssue(choice, issue, target.checked))}
              />
            ))}
            <Checkbox
              label="Other"
              help={
                product.issues.length > 0
                  ? "Describe it in your own words. The issues selected above are cleared."
                  : "Describe it in your own words."
              }
              name="other"
              checked={choice.other}
              onChange={({ target }) => setChoice(tickOther(choice, target.checked))}
            />
          </CheckboxGroup>
          <TextArea
            id="description"
            name="description"
            label="Describe it"
            className="hidden group-has-[[name=other]:checked]/issue:block"
            defaultValue={typedValue(last, "description") ?? ""}
            maxLength={4000}
            errors={wrong("description")}
          />
          <FileField
            label="Attachments"
            purpose="issue"
            optional
            files={last?.files ?? []}
            errors={wrong("files")}
            onUploading={setUploading}
          />
        </fetcher.Form>
      )}
    </Drawer>
  );
}

function helpFor(issues: number): string | undefined {
  return issues > 0 ? "Select all that apply. Each one becomes a separate ticket." : undefined;
}

/** The list of issues follows the product: at once with script, by a button without. */
function ProductForm({
  products,
  chosen,
  errors,
  onChoose,
}: {
  products: readonly { id: number; name: string }[];
  chosen: string;
  errors: string[];
  onChoose(id: string): void;
}) {
  const { pathname, search } = useLocation();
  const others = [...new URLSearchParams(search)].filter(([name]) => name !== productParam);
  return (
    <Form method="get" action={pathname} className="grid gap-2">
      {others.map(([name, value]) => (
        <input key={`${name}=${value}`} type="hidden" name={name} value={value} />
      ))}
      <Select
        id="issue-product"
        name={productParam}
        label="Product"
        empty="Choose a product"
        required
        value={chosen}
        errors={errors}
        onChange={({ target }) => onChoose(target.value)}
        choices={products.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <WithoutScript>
        <div>
          <Button>Show its issues</Button>
        </div>
      </WithoutScript>
    </Form>
  );
}

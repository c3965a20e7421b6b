import { getFormProps, getTextareaProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { Form, useNavigation } from "@remix-run/react";
import { useHydrated } from "remix-utils/use-hydrated";
import type { ProductTile } from "../../../services/billing/contract.products";
import { href } from "../../href";
import type { LastPost } from "../../kit/refused-post";
import { Button, LinkButton } from "../../kit/ui/button";
import { TextArea } from "../../kit/ui/field";
import { PlanForm } from "./order-form";

/** A product that the platform looks at first is asked for. */
export function AskPlan({ tile, last }: { tile: ProductTile; last: LastPost }) {
  const scripted = useHydrated();
  const working = useNavigation().state !== "idle";
  const [form, fields] = useForm({
    id: "ask-plan",
    lastResult: last?.reply,
    constraint: undefined,
    onValidate: ({ formData }) => parseWithZod(formData, { schema: PlanForm }),
  });
  if (tile.detail === "requested")
    return (
      <p className="flex flex-wrap items-center gap-3" role="status">
        You have requested this product. We will answer within one working day.
        <LinkButton to={href("/subscribe")}>Other products</LinkButton>
      </p>
    );
  return (
    <Form method="post" {...getFormProps(form)} noValidate={scripted} className="card grid gap-5 p-5 max-md:p-4">
      <input type="hidden" name="method" value="api" />
      <TextArea
        label="What you will use it for"
        {...getTextareaProps(fields.note)}
        key={fields.note.key}
        errors={fields.note.errors}
        optional
        help="It helps us to decide on your request."
      />
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" size="lg" working={working}>
          Ask for it
        </Button>
        <LinkButton to={href("/subscribe")} size="lg">
          Other plans
        </LinkButton>
      </div>
    </Form>
  );
}

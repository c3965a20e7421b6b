import { paymentMethodNames, paymentMethods } from "../../../rules/sale-payments";
import { fieldErrors, type LastPost, typedValue } from "../../kit/refused-post";
import { Select, TextInput } from "../../kit/ui/field";

/** How something was paid, and the reference by which that payment is found again. */
export function PaidByFields({ last }: { last: LastPost }) {
  const errors = fieldErrors(last);
  return (
    <>
      <Select
        id="method"
        name="method"
        label="Paid by"
        choices={paymentMethods.map((method) => ({ value: method, label: paymentMethodNames[method] }))}
        defaultValue={typedValue(last, "method") ?? "mpesa"}
        errors={errors.method ?? []}
      />
      <TextInput
        id="reference"
        name="reference"
        label="Reference"
        help="The code of M-Pesa, such as SKL7X2ABCD, or the number of the cheque or transfer."
        defaultValue={typedValue(last, "reference") ?? ""}
        errors={errors.reference ?? []}
        maxLength={100}
        autoComplete="off"
      />
    </>
  );
}

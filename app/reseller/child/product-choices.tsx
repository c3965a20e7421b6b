import { productName } from "../../../rules/product-names";
import { Checkbox, CheckboxGroup } from "../../kit/ui/checkbox";

type ProductChoicesProps = { products: readonly string[]; chosen: readonly string[]; help?: string; errors: string[] };

/** Which of one's own products a child account has. */
export function ProductChoices({
  products,
  chosen,
  help = "You can pass on only what you have.",
  errors,
}: ProductChoicesProps) {
  return (
    <CheckboxGroup id="products" legend="Products" help={help} errors={errors} boxed>
      {products.map((name) => (
        <Checkbox
          key={name}
          label={productName(name)}
          name="products"
          value={name}
          defaultChecked={chosen.includes(name)}
        />
      ))}
    </CheckboxGroup>
  );
}

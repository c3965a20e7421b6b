import { getInputProps } from "@conform-to/react";
import { TextInput } from "../../kit/ui/field";

type Rank = Parameters<typeof getInputProps>[0] & { key: string | undefined; errors: string[] | undefined };

/** Where it stands among the others. */
export function PlaceField({ rank }: { rank: Rank }) {
  return (
    <TextInput
      label="Place"
      {...getInputProps(rank, { type: "number" })}
      key={rank.key}
      errors={rank.errors}
      help="Lower numbers are shown first."
    />
  );
}

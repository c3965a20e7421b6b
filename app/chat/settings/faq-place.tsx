import { getInputProps } from "@conform-to/react";
import { TextInput } from "../../kit/ui/field";

/** The question or the category that the URL names; in a drawer none is a new one. */
export function parseId(url: URL, name: "id" | "faq" | "category" = "id"): number | undefined {
  return Number(url.searchParams.get(name) ?? 0) || undefined;
}

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

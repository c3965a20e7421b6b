/** The product's name, in one place: where the specification hides a name as {product}, it is this. */
export const brand = { name: "Jibu", slug: "jibu" } as const;

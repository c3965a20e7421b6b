/** The name under which the chosen product stands in the URL, for who has no script. */
export const productParam = "issue_product";

export const noAccount = "There is no such account.";

/** Whether the account in a path is another than the caller's own, which is named by its number or as `own`. */
export function isForeign(params: { account: string }, account: string): boolean {
  return params.account !== account && params.account !== "own";
}
